(expression_statement) @statement.plain
(local_declaration_statement) @statement.plain
(using_statement) @statement.plain
(lock_statement) @statement.plain
(if_statement) @statement.if
(if_statement alternative: (if_statement) @statement.else-if)
(if_statement alternative: (block) @statement.else)
(conditional_expression) @statement.conditional
(switch_statement) @statement.switch
(switch_expression) @statement.switch
(switch_section "case") @statement.case
(switch_expression_arm . (_) @_pattern (#not-eq? @_pattern "_")) @statement.case
(for_statement) @statement.for
(foreach_statement) @statement.for
(while_statement) @statement.while
(do_statement) @statement.do-while
(try_statement) @statement.try
(catch_clause) @statement.catch
(return_statement) @statement.return
(yield_statement) @statement.return
(throw_statement) @statement.throw
(goto_statement) @statement.jump
(await_expression) @statement.await
(lambda_expression) @statement.closure
(anonymous_method_expression) @statement.closure
(binary_expression operator: ["&&" "||"]) @statement.logical
(binary_expression operator: "??") @statement.coalescing
