(decorator [(identifier) (attribute)] @name) @decorator
(decorator (call function: (_) @name arguments: (_) @arguments)) @decorator
