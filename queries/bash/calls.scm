((command name: (command_name (word) @name @_n) @arguments) @reference.call (#not-any-of? @_n "source" "." "\\." "alias" "trap" ":" "["
  "do" "done" "then" "elif" "else" "fi" "esac" "in" "if" "case" "for" "while" "until" "select" "function" "{" "}")
  (#not-match? @reference.call "^[^\\s()]+\\s*\\(\\)"))
(command name: (command_name (word) @_n) . argument: (word) @reference.call (#any-of? @_n "do" "then" "else"))
(command name: (command_name (string . (string_content) @name .)) @arguments) @reference.call

; A function that a signal or the end runs, that is exported or handed on
(command name: (command_name (word) @_t) . argument: (word) @reference.read (#eq? @_t "trap"))

; Commands in quotes
(command_name (raw_string) @embedded.inner)
(command name: (command_name (word) @_t) . argument: [(raw_string) (string . (string_content) .)] @embedded.inner (#any-of? @_t "trap" "eval"))
(command argument: (word) @reference.read)
(declaration_command (word) @_f (variable_name) @reference.read (#match? @_f "^-[a-z]*f"))
