(expression_statement) @statement.plain
(lexical_declaration) @statement.plain
(variable_declaration) @statement.plain
(if_statement) @statement.if
(else_clause (if_statement) @statement.else-if)
(else_clause (statement_block)) @statement.else
(ternary_expression) @statement.conditional
(switch_statement) @statement.switch
(switch_case) @statement.case
(for_statement) @statement.for
(for_in_statement) @statement.for
(while_statement) @statement.while
(do_statement) @statement.do-while
(try_statement) @statement.try
(catch_clause) @statement.catch
(return_statement) @statement.return
(throw_statement) @statement.throw
(await_expression) @statement.await
(arrow_function) @statement.closure
(function_expression) @statement.closure
(binary_expression operator: ["&&" "||" "??"]) @statement.logical
