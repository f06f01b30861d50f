(comment) @doc
(marginalia) @doc
