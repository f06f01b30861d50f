(if_statement) @statement.if
(for_statement) @statement.for
(while_statement) @statement.while
(return_statement) @statement.return
