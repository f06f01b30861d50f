(block [(call_expression) (infix_expression) (assignment_expression) (field_expression) (val_definition) (var_definition)] @statement.plain)
(indented_block [(call_expression) (infix_expression) (assignment_expression) (field_expression) (val_definition) (var_definition)] @statement.plain)
(case_clause body: [(call_expression) (infix_expression) (assignment_expression) (field_expression) (val_definition) (var_definition)] @statement.plain)
(if_expression) @statement.if
(if_expression alternative: (if_expression) @statement.else-if)
(if_expression alternative: [(block) (indented_block)] @statement.else)
(match_expression) @statement.switch
((case_clause pattern: (_) @_pattern) @statement.case (#not-eq? @_pattern "_"))
(for_expression) @statement.for
(while_expression) @statement.while
(do_while_expression) @statement.do-while
(try_expression) @statement.try
(catch_clause) @statement.catch
(return_expression) @statement.return
(throw_expression) @statement.throw
(lambda_expression) @statement.closure
(call_expression arguments: (case_block) @statement.closure)
(infix_expression operator: (_) @_operator (#any-of? @_operator "&&" "||")) @statement.logical
