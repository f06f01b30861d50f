; Scopes
(function_declaration) @scope.function
(function_definition) @scope.function
(block) @scope.block
(for_statement) @scope.block
(repeat_statement) @scope.block

; Functions, however they reach their names; any takes any number of arguments
(chunk local_declaration: (function_declaration name: (identifier) @name body: (_)? @body) @is.variadic @is.private @definition.function)
(block local_declaration: (function_declaration name: (identifier) @name body: (_)? @body) @is.variadic @is.private @definition.function)
(function_declaration name: (identifier) @name body: (_)? @body) @is.variadic @is.exported @definition.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name) body: (_)? @body) @is.variadic @is.exported @definition.function
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name) body: (_)? @body) @is.variadic @is.exported @definition.method
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name . (attribute)? .)
  (expression_list . value: (function_definition body: (_)? @body) @function .))) @is.variadic @is.private @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) @function .)) @is.variadic @is.exported @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) @function .)) @is.variadic @is.exported @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition body: (_)? @body) @function .)) @is.variadic @is.exported @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body) @function) @is.variadic @is.exported @definition.function
(field name: (string content: (_) @name) value: (function_definition body: (_)? @body) @function) @is.variadic @is.exported @definition.function

; Variables and fields
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name . (attribute)? .)
  (expression_list . value: (_) @value .))) @definition.variable
(variable_declaration (assignment_statement (variable_list) @targets (expression_list) @values)) @tuple.local
(variable_declaration (variable_list name: (identifier) @name @definition.variable))
((assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: [(table_constructor) (function_call)] @value .)) @is.exported @definition.variable (#set! outside))
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value .)) @binding.assignment
((assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (_) @value .)) @is.exported @definition.field (#set! outside))
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @object field: (_) @name) .)
  (expression_list . value: (_) @value .)) @member
(for_numeric_clause name: (identifier) @name @binding.local)
(for_generic_clause (variable_list) @targets) @tuple.local

; Parameters
(parameters name: (identifier) @name @parameter)
(return_statement (expression_list . (_) @value .)) @return

(if_statement condition: (false) consequence: (_) @dead)
