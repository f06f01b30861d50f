(let_declaration) @statement.plain
(let_declaration alternative: (block) @statement.if)
(expression_statement [(call_expression) (macro_invocation) (assignment_expression) (compound_assignment_expr) (await_expression) (try_expression) (index_expression) (field_expression)]) @statement.plain
(if_expression) @statement.if
(else_clause (if_expression) @statement.else-if)
(else_clause (block)) @statement.else
(match_expression) @statement.switch
(match_arm pattern: (_) @_pattern (#not-eq? @_pattern "_")) @statement.case
(for_expression) @statement.for
(while_expression) @statement.while
(loop_expression) @statement.while
(return_expression) @statement.return
(break_expression (label)) @statement.jump
(continue_expression (label)) @statement.jump
(await_expression) @statement.await
(closure_expression) @statement.closure
(binary_expression operator: ["&&" "||"]) @statement.logical
(let_chain "&&" @statement.logical)
