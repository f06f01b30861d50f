(call_expression) @reference.call
(new_expression) @reference.construct
(decorator [(identifier) (member_expression)] @reference.decorate)

; Functions as values
(arguments [(identifier) (member_expression)] @reference.read)
(pair value: [(identifier) (member_expression)] @reference.read)
(object (shorthand_property_identifier) @reference.read)
(array [(identifier) (member_expression)] @reference.read)
(variable_declarator value: [(identifier) (member_expression)] @reference.read)
(assignment_expression right: [(identifier) (member_expression)] @reference.read)
(return_statement [(identifier) (member_expression)] @reference.read)
(arrow_function body: [(identifier) (member_expression)] @reference.read)
(ternary_expression consequence: [(identifier) (member_expression)] @reference.read)
(ternary_expression alternative: [(identifier) (member_expression)] @reference.read)
(spread_element (identifier) @reference.read)
(export_statement value: (identifier) @reference.read)
((call_expression function: (member_expression object: [(identifier) (member_expression)] @name property: (property_identifier) @_m))
  @reference.read (#eq? @_m "bind"))

; What chooses: an index, a key, a case, what is compared
(subscript_expression index: [(identifier) (member_expression)] @reference.read)
(computed_property_name [(identifier) (member_expression)] @reference.read)
(switch_case value: [(identifier) (member_expression)] @reference.read)
(binary_expression left: (member_expression) @reference.read operator: ["==" "===" "!=" "!=="])
(binary_expression operator: ["==" "===" "!=" "!=="] right: (member_expression) @reference.read)

; Fields and variables that are set
(assignment_expression left: [(identifier) (member_expression)] @reference.write)
(augmented_assignment_expression left: [(identifier) (member_expression)] @reference.write)
(update_expression argument: [(identifier) (member_expression)] @reference.write)
