(call_expression (call_suffix (value_arguments . "("))) @reference.call
((call_expression . (_) @_f (call_suffix . (lambda_literal))) @reference.call (#not-eq? @_f "defer"))
(constructor_expression) @reference.construct
(macro_invocation (simple_identifier) @name (call_suffix (value_arguments) @arguments)) @reference.call

; A call of what has type arguments, which the grammar takes for a comparison
(comparison_expression lhs: (simple_identifier) @object op: "<" rhs: (comparison_expression op: ">"
  rhs: (call_expression . (prefix_expression operation: "." target: (simple_identifier) @name)) @reference.call))

; Functions and types as values
(selector_expression [(simple_identifier) (navigation_expression)] @reference.read)
(selector_expression (call_expression . [(simple_identifier) (navigation_expression)] @reference.read))
((selector_expression (call_expression) @name @definition.variable) (#set! skip))
(key_path_string_expression [(simple_identifier) (navigation_expression)] @reference.read)
(value_argument value: [(simple_identifier) (navigation_expression)] @reference.read)
(property_declaration "=" . [(simple_identifier) (navigation_expression)] @reference.read)
(assignment result: [(simple_identifier) (navigation_expression)] @reference.read)
(control_transfer_statement result: [(simple_identifier) (navigation_expression)] @reference.read)
(array_literal element: [(simple_identifier) (navigation_expression)] @reference.read)
(assignment target: (directly_assignable_expression [(simple_identifier) (navigation_expression)] @reference.write))

; Types outside declarations
(check_expression (_) @reference.type .)
(pattern "is" . (_) @reference.type)
