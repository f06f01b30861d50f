(expression_statement) @statement.plain
(short_var_declaration) @statement.plain
(assignment_statement) @statement.plain
(var_declaration) @statement.plain
(inc_statement) @statement.plain
(dec_statement) @statement.plain
(send_statement) @statement.plain
(go_statement) @statement.plain
(defer_statement) @statement.plain
(if_statement) @statement.if
(if_statement alternative: (if_statement) @statement.else-if)
(if_statement alternative: (block) @statement.else)
(for_statement) @statement.for
(expression_switch_statement) @statement.switch
(type_switch_statement) @statement.switch
(select_statement) @statement.switch
(expression_case) @statement.case
(type_case) @statement.case
(communication_case) @statement.case
(return_statement) @statement.return
(goto_statement) @statement.jump
(break_statement (label_name)) @statement.jump
(continue_statement (label_name)) @statement.jump
(func_literal) @statement.closure
(binary_expression operator: ["&&" "||"]) @statement.logical
