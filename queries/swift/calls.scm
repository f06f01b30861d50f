(call_expression (call_suffix (value_arguments . "("))) @reference.call
((call_expression . (_) @_f (call_suffix . (lambda_literal))) @reference.call (#not-eq? @_f "defer"))
(constructor_expression) @reference.construct

; Functions and types as values
(value_argument value: [(simple_identifier) (navigation_expression)] @reference.read)
(property_declaration "=" . [(simple_identifier) (navigation_expression)] @reference.read)
(assignment result: [(simple_identifier) (navigation_expression)] @reference.read)
(control_transfer_statement result: [(simple_identifier) (navigation_expression)] @reference.read)
(array_literal element: [(simple_identifier) (navigation_expression)] @reference.read)
(assignment target: (directly_assignable_expression [(simple_identifier) (navigation_expression)] @reference.write))

; Types outside declarations
(check_expression (_) @reference.type .)
(pattern "is" . (_) @reference.type)
