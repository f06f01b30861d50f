(call_expression) @reference.call
(type_conversion_expression type: (generic_type)) @reference.call
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)]) @reference.construct

; Types that a blank variable asks something of
(var_spec (identifier) @_blank type: (_) @reference.type (#eq? @_blank "_"))
(var_spec (identifier) @_blank value: (expression_list (call_expression function: (parenthesized_expression (unary_expression operator: "*" operand: (_) @reference.type)))) (#eq? @_blank "_"))

; Types named by literals of slices and maps
(composite_literal type: (slice_type element: [(type_identifier) (qualified_type)] @reference.type))
(composite_literal type: (slice_type element: (pointer_type [(type_identifier) (qualified_type)] @reference.type)))
(composite_literal type: (array_type element: [(type_identifier) (qualified_type)] @reference.type))
(composite_literal type: (map_type value: [(type_identifier) (qualified_type)] @reference.type))
(composite_literal type: (map_type value: (pointer_type [(type_identifier) (qualified_type)] @reference.type)))

; Functions and constants as values
(argument_list [(identifier) (selector_expression)] @reference.read)
(keyed_element value: (literal_element [(identifier) (selector_expression)] @reference.read))
(literal_value (literal_element [(identifier) (selector_expression)] @reference.read))
(var_spec value: (expression_list [(identifier) (selector_expression)] @reference.read))
(const_spec value: (expression_list [(identifier) (selector_expression)] @reference.read))
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @reference.read))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @reference.read))
(return_statement (expression_list [(identifier) (selector_expression)] @reference.read))
(expression_case value: (expression_list [(identifier) (selector_expression)] @reference.read))
(binary_expression [(identifier) (selector_expression)] @reference.read)
(send_statement value: [(identifier) (selector_expression)] @reference.read)

; Elements of slice, array and map literals that leave their type out
(composite_literal type: (slice_type element: [(type_identifier) (qualified_type)] @type) body: (literal_value (literal_element (literal_value) @reference.construct)))
(composite_literal type: (slice_type element: (pointer_type (_) @type)) body: (literal_value (literal_element (literal_value) @reference.construct)))
(composite_literal type: (array_type element: [(type_identifier) (qualified_type)] @type) body: (literal_value (literal_element (literal_value) @reference.construct)))
(composite_literal type: (slice_type element: [(type_identifier) (qualified_type)] @type) body: (literal_value (keyed_element value: (literal_element (literal_value) @reference.construct))))
(composite_literal type: (map_type value: [(type_identifier) (qualified_type)] @type) body: (literal_value (keyed_element value: (literal_element (literal_value) @reference.construct))))
(composite_literal type: (map_type value: (pointer_type (_) @type)) body: (literal_value (keyed_element value: (literal_element (literal_value) @reference.construct))))

; Fields and variables that are set
(assignment_statement left: (expression_list [(identifier) (selector_expression)] @reference.write))
(inc_statement [(identifier) (selector_expression)] @reference.write)
(dec_statement [(identifier) (selector_expression)] @reference.write)
