(expression_statement) @statement.plain
(echo_statement) @statement.plain
(unset_statement) @statement.plain
(if_statement) @statement.if
(else_if_clause) @statement.else-if
(else_clause body: (if_statement) @statement.else-if)
(else_clause body: [(compound_statement) (colon_block) (expression_statement) (return_statement)]) @statement.else
(conditional_expression) @statement.conditional
(switch_statement) @statement.switch
(match_expression) @statement.switch
(case_statement) @statement.case
(match_conditional_expression) @statement.case
(for_statement) @statement.for
(foreach_statement) @statement.for
(while_statement) @statement.while
(do_statement) @statement.do-while
(try_statement) @statement.try
(catch_clause) @statement.catch
(return_statement) @statement.return
(throw_expression) @statement.throw
(goto_statement) @statement.jump
(break_statement (integer)) @statement.jump
(continue_statement (integer)) @statement.jump
(anonymous_function) @statement.closure
(arrow_function) @statement.closure
(binary_expression operator: ["&&" "||" "and" "or" "xor"]) @statement.logical
(binary_expression operator: "??") @statement.coalescing
