(expression_statement) @statement.plain
(local_variable_declaration) @statement.plain
(assert_statement) @statement.plain
(synchronized_statement) @statement.plain
(explicit_constructor_invocation) @statement.plain
(if_statement) @statement.if
(if_statement alternative: (if_statement) @statement.else-if)
(if_statement "else" @statement.else alternative: [
  (block) (expression_statement) (return_statement) (throw_statement) (break_statement) (continue_statement) (yield_statement)
  (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (switch_expression) (try_statement)
  (try_with_resources_statement) (synchronized_statement)
])
(ternary_expression) @statement.conditional
(switch_expression) @statement.switch
((switch_label) @statement.case (#not-match? @statement.case "^default"))
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
