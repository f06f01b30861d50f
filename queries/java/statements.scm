(expression_statement) @statement.plain
(local_variable_declaration) @statement.plain
(assert_statement) @statement.plain
(synchronized_statement) @statement.plain
(explicit_constructor_invocation) @statement.plain
(if_statement) @statement.if
(if_statement alternative: (if_statement) @statement.else-if)
(if_statement alternative: (block) @statement.else)
(ternary_expression) @statement.conditional
(switch_expression) @statement.switch
(switch_label) @statement.case
(for_statement) @statement.for
(enhanced_for_statement) @statement.for
(while_statement) @statement.while
(do_statement) @statement.do-while
(try_statement) @statement.try
(try_with_resources_statement) @statement.try
(catch_clause) @statement.catch
(return_statement) @statement.return
(yield_statement) @statement.return
(throw_statement) @statement.throw
(break_statement (identifier)) @statement.jump
(continue_statement (identifier)) @statement.jump
(lambda_expression) @statement.closure
(binary_expression operator: ["&&" "||"]) @statement.logical
