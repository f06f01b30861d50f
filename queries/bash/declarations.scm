(function_definition) @scope.function

(function_definition name: (word) @name body: (_) @body) @is.variadic @is.exported @definition.function
; One whose body has no braces, of which the grammar reads the head as a command
((command name: (command_name (word) @name)) @is.variadic @is.exported @definition.function (#match? @definition.function "^[^\\s()]+\\s*\\(\\)"))
((command name: (command_name (word) @_a) argument: (word) @name (#eq? @_a "alias")) @is.variadic @definition.macro (#set! before "="))
((command name: (command_name (word) @_a) argument: (concatenation) @name (#eq? @_a "alias")) @is.variadic @definition.macro (#set! before "="))

; Variables: those of the script, and what a function declares or assigns
(program (variable_assignment name: (variable_name) @name value: (_)? @value) @definition.variable)
(list (variable_assignment name: (variable_name) @name value: (_)? @value) @definition.variable)
(if_statement (variable_assignment name: (variable_name) @name value: (_)? @value) @definition.variable)
(declaration_command (variable_assignment name: (variable_name) @name value: (_)? @value) @definition.variable)
((declaration_command "readonly" (variable_assignment name: (variable_name) @name value: (_)? @value) @definition.constant))
(declaration_command "export" (variable_assignment name: (variable_name) @name value: (_)? @value) @is.exported @definition.variable)

; What never runs
(if_statement condition: (command name: (_) @_never) "then" [
  (command) (list) (pipeline) (redirected_statement) (if_statement) (for_statement) (c_style_for_statement) (while_statement)
  (case_statement) (compound_statement) (subshell) (negated_command) (test_command) (declaration_command) (variable_assignment)
] @dead (#eq? @_never "false"))
