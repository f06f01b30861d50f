(line_comment) @doc
(block_comment) @doc
