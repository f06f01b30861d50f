(decorator (identifier) @name) @decorator
(decorator (member_expression) @name) @decorator
(decorator (call_expression function: (_) @name arguments: (_) @arguments)) @decorator
