(expression_statement) @statement.plain
(lexical_declaration) @statement.plain
(variable_declaration) @statement.plain
(if_statement) @statement.if
(else_clause (if_statement) @statement.else-if)
(else_clause [
  (statement_block) (expression_statement) (return_statement) (throw_statement) (break_statement) (continue_statement)
  (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_statement) (try_statement)
]) @statement.else
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
(generator_function) @statement.closure
(break_statement label: (_)) @statement.jump
(continue_statement label: (_)) @statement.jump
(binary_expression operator: ["&&" "||"]) @statement.logical
(binary_expression operator: "??") @statement.coalescing
