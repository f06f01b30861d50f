; Directives are no documentation
(comment) @doc
