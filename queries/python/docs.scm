(comment) @doc
(function_definition body: (block . (expression_statement (string) @doc.inner)))
(class_definition body: (block . (expression_statement (string) @doc.inner)))
