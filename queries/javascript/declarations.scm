(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.method
(field_definition property: (_) @name value: (_)? @value) @definition.field
(field_definition "static") @flag.static
(field_definition value: [(arrow_function "async") (function_expression "async") (generator_function "async")]) @flag.async

(using_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)

(formal_parameters (identifier) @name @parameter)
(formal_parameters (assignment_pattern left: (identifier) @name right: (_) @value) @parameter)
(formal_parameters (rest_pattern (identifier) @name) @is.variadic @parameter)
(formal_parameters [(object_pattern) (array_pattern)] @targets @parameter)
(formal_parameters (assignment_pattern left: [(object_pattern) (array_pattern)] @targets right: (_) @value) @parameter)
