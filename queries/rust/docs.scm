(line_comment outer: (_)) @doc
(block_comment outer: (_)) @doc
(line_comment inner: (_)) @doc.inner
(block_comment inner: (_)) @doc.inner
((attribute_item (attribute (identifier) @_doc value: (string_literal))) @doc (#eq? @_doc "doc"))
