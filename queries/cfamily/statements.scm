(expression_statement) @statement.plain
(declaration) @statement.plain
(if_statement) @statement.if
(else_clause (if_statement) @statement.else-if)
(else_clause [(compound_statement) (expression_statement) (return_statement) (for_statement) (while_statement)
  (do_statement) (switch_statement) (goto_statement) (break_statement) (continue_statement)]) @statement.else
(conditional_expression) @statement.conditional
(switch_statement) @statement.switch
(case_statement value: (_)) @statement.case
(for_statement) @statement.for
(while_statement) @statement.while
(do_statement) @statement.do-while
(return_statement) @statement.return
(goto_statement) @statement.jump
(binary_expression operator: ["&&" "||"]) @statement.logical
