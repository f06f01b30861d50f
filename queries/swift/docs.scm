((comment) @doc (#match? @doc "^///([^/]|$)"))
((multiline_comment) @doc (#match? @doc "^/\\*\\*"))
