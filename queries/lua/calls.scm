(function_call) @reference.call

; Functions as values
(arguments [(identifier) (dot_index_expression)] @reference.read)
(field value: [(identifier) (dot_index_expression)] @reference.read)
(assignment_statement (expression_list [(identifier) (dot_index_expression)] @reference.read))
(return_statement (expression_list [(identifier) (dot_index_expression)] @reference.read))
