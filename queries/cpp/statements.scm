(for_range_loop) @statement.for
(try_statement) @statement.try
(catch_clause) @statement.catch
(throw_statement) @statement.throw
(co_return_statement) @statement.return
(co_await_expression) @statement.await
(lambda_expression) @statement.closure
(else_clause [(for_range_loop) (try_statement) (throw_statement)]) @statement.else
