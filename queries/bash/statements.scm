(command) @statement.plain
(variable_assignment) @statement.plain
(declaration_command) @statement.plain
(if_statement) @statement.if
(elif_clause) @statement.else-if
(else_clause) @statement.else
(ternary_expression) @statement.conditional
(case_statement) @statement.switch
(case_item) @statement.case
(for_statement) @statement.for
(c_style_for_statement) @statement.for
(while_statement) @statement.while
(list ["&&" "||"] @statement.logical)
((command name: (command_name (word) @_r)) @statement.return (#eq? @_r "return"))
