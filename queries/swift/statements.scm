(statements [(call_expression) (assignment) (property_declaration) (await_expression) (try_expression) (constructor_expression)] @statement.plain)
(if_statement) @statement.if
(if_statement (else) (if_statement) @statement.else-if)
(if_statement (else) @statement.else . "{")
(guard_statement) @statement.if
(switch_statement) @statement.switch
(switch_entry (switch_pattern)) @statement.case
(for_statement) @statement.for
(while_statement) @statement.while
(repeat_while_statement) @statement.do-while
(do_statement (catch_block)) @statement.try
(catch_block) @statement.catch
(ternary_expression) @statement.conditional
(control_transfer_statement "return") @statement.return
(control_transfer_statement (throw_keyword)) @statement.throw
(control_transfer_statement ["break" "continue"] result: (simple_identifier)) @statement.jump
(await_expression) @statement.await
(lambda_literal) @statement.closure
(conjunction_expression) @statement.logical
(disjunction_expression) @statement.logical
(nil_coalescing_expression) @statement.coalescing
