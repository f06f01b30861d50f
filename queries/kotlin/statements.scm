(block (call_expression) @statement.plain)
(block (assignment) @statement.plain)
(block (property_declaration) @statement.plain)
(if_expression) @statement.if
(if_expression (if_expression) @statement.else-if)
(if_expression "else" (block) @statement.else)
(when_expression) @statement.switch
(when_entry condition: (_)) @statement.case
(for_statement) @statement.for
(while_statement) @statement.while
(do_while_statement) @statement.do-while
(try_expression) @statement.try
(catch_block) @statement.catch
(return_expression) @statement.return
(throw_expression) @statement.throw
(lambda_literal) @statement.closure
(anonymous_function) @statement.closure
(binary_expression operator: ["&&" "||"]) @statement.logical
(binary_expression operator: "?:") @statement.coalescing
((labeled_expression (label) @_label) @statement.jump (#any-of? @_label "break@" "continue@"))
