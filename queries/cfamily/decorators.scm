(function_definition (attribute_declaration (attribute name: (_) @name) @decorator))
(function_definition (attribute_specifier (argument_list (identifier) @name @decorator)))
(function_definition (attribute_specifier (argument_list (call_expression function: (_) @name arguments: (_) @arguments) @decorator)))
(declaration (attribute_declaration (attribute name: (_) @name) @decorator))
