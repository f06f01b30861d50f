(command name: (command_name (word) @name @_n) @arguments (#not-any-of? @_n "source" "." "\\." "alias" "trap" ":" "[")) @reference.call

; A function that a signal or the end runs, that is exported or handed on
(command name: (command_name (word) @_t) . argument: (word) @reference.read (#eq? @_t "trap"))

; Commands in quotes
(command name: (command_name (word) @_t) . argument: [(raw_string) (string . (string_content) .)] @embedded.inner (#any-of? @_t "trap" "eval"))
(command argument: (word) @reference.read)
(declaration_command (word) @_f (variable_name) @reference.read (#eq? @_f "-f"))
