(comment) @doc
