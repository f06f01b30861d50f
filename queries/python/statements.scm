(expression_statement) @statement.plain
(if_statement) @statement.if
(elif_clause) @statement.else-if
(if_statement (else_clause) @statement.else)
(conditional_expression) @statement.conditional
(match_statement) @statement.switch
(case_clause (case_pattern) @_pattern (#not-eq? @_pattern "_")) @statement.case
(for_statement) @statement.for
(while_statement) @statement.while
(for_in_clause) @statement.for
(try_statement) @statement.try
(except_clause) @statement.catch
(return_statement) @statement.return
(raise_statement) @statement.throw
(await) @statement.await
(lambda) @statement.closure
(boolean_operator) @statement.logical
