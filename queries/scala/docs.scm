(comment) @doc
(block_comment) @doc
