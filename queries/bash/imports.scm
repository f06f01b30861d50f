; A sourced file defines its functions here; what stands before the path is known at run time only
(command name: (command_name (word) @_s) . argument: (word) @source (#any-of? @_s "source" "." "\\.")) @import.wildcard
(command name: (command_name (word) @_s) . argument: (string . (string_content) @source .) (#any-of? @_s "source" "." "\\.")) @import.wildcard
(command name: (command_name (word) @_s) . argument: (raw_string) @source (#any-of? @_s "source" "." "\\.")) @import.wildcard
(command name: (command_name (word) @_s) . argument: (string [(simple_expansion) (expansion) (command_substitution)] . (string_content) @source .) (#any-of? @_s "source" "." "\\.")) @import.wildcard
(command name: (command_name (word) @_s) . argument: (concatenation [(simple_expansion) (expansion) (command_substitution) (string)] . (word) @source .) (#any-of? @_s "source" "." "\\.")) @import.wildcard
