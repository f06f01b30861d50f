(line_comment outer: (_)) @doc
(block_comment outer: (_)) @doc
(line_comment inner: (_)) @doc.inner
(block_comment inner: (_)) @doc.inner
