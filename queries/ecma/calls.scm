(call_expression) @reference.call
(new_expression) @reference.construct

; Functions as values
(arguments (identifier) @reference.read)
(arguments (member_expression) @reference.read)
(pair value: (identifier) @reference.read)
(object (shorthand_property_identifier) @reference.read)
(array (identifier) @reference.read)
(variable_declarator value: (identifier) @reference.read)
(assignment_expression right: (identifier) @reference.read)
(return_statement (identifier) @reference.read)
(spread_element (identifier) @reference.read)
(export_statement value: (identifier) @reference.read)
