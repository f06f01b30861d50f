(variable_declaration) @statement.plain
(assignment_statement) @statement.plain
(block (function_call) @statement.plain)
(if_statement) @statement.if
(elseif_statement) @statement.else-if
(else_statement) @statement.else
(for_statement) @statement.for
(while_statement) @statement.while
(repeat_statement) @statement.do-while
(return_statement) @statement.return
(goto_statement) @statement.jump
(function_definition) @statement.closure
(binary_expression ["and" "or"]) @statement.logical
