; Scopes
(function_declaration) @scope.function
(generator_function_declaration) @scope.function
(function_expression) @scope.function
(generator_function) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function
(class_declaration) @scope.class
(class) @scope.class
(class_static_block) @scope.block
(statement_block) @scope.block
(for_statement) @scope.block
(for_in_statement) @scope.block
(switch_body) @scope.block
(catch_clause) @scope.block

; Functions that are values
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body) @function) @definition.class
(pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.method
(object (method_definition name: [(property_identifier) (string) (private_property_identifier)] @name body: (_) @body) @definition.method)
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)] @function
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)] @function) @definition.method

; Variables
(variable_declaration
  (variable_declarator name: (identifier) @name value: (_)? @value) @binding.local (#set! hoist))
(lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)
(variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable
(assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment
(assignment_expression
  left: (member_expression object: (this) @object property: (_) @name)
  right: (_) @value) @member

; Destructuring
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (_)? @value) @binding.local (#set! wrap member))
((variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)) value: (_)? @value) @binding.local (#set! wrap member))
((variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @object value: (identifier) @name)) value: (_)? @value) @binding.local (#set! wrap member))
(variable_declarator name: (array_pattern) @targets value: (_) @value) @tuple.local
(shorthand_property_identifier_pattern) @name @binding.local
(rest_pattern (identifier) @name) @binding.local
(pair_pattern value: (identifier) @name) @binding.local
(array_pattern (identifier) @name) @binding.local
((catch_clause parameter: (identifier) @name) @binding.local (#set! early))

; Loops
((for_in_statement left: (identifier) @name operator: "of" right: (_) @value) @binding.local (#set! wrap element) (#set! early))
((for_in_statement left: (identifier) @name) @binding.local (#set! early))
((for_in_statement left: (array_pattern) @targets operator: "of" right: (_) @value) @tuple.local (#set! wrap element) (#set! early))
((for_in_statement left: (object_pattern (shorthand_property_identifier_pattern) @name) operator: "of" right: (_) @value) @binding.local (#set! wrap element) (#set! early))

; Parameters
(arrow_function parameter: (identifier) @name) @parameter

(return_statement (_) @value) @return

; Narrowing
(if_statement
  condition: (parenthesized_expression
    (binary_expression left: (identifier) @name operator: "instanceof" right: (identifier) @type))
  consequence: (_) @body) @binding.narrowing
