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
((assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) @function .)) @is.variadic @is.exported @definition.function
  (#set! assigned))
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) @function .)) @is.variadic @is.exported @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition body: (_)? @body) @function .)) @is.variadic @is.exported @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name))
  (expression_list . value: (function_definition body: (_)? @body) @is.variadic @is.exported @definition.function))
(assignment_statement
  (variable_list . (_) . name: (dot_index_expression table: (_) @owner field: (_) @name))
  (expression_list . (_) . value: (function_definition body: (_)? @body) @is.variadic @is.exported @definition.function))
(assignment_statement
  (variable_list . (_) . (_) . name: (dot_index_expression table: (_) @owner field: (_) @name))
  (expression_list . (_) . (_) . value: (function_definition body: (_)? @body) @is.variadic @is.exported @definition.function))
(field name: (identifier) @name value: (function_definition body: (_)? @body) @function) @is.variadic @is.exported @definition.function
(field name: (string content: (_) @name) value: (function_definition body: (_)? @body) @function) @is.variadic @is.exported @definition.function

; A table that holds functions is a field of the one around it, and so is an empty one, which is there to be filled, and what holds such
((field name: (identifier) @name value: (table_constructor (field value: (function_definition))) @function) @is.exported @definition.field
  (#set! outside))
((field name: (identifier) @name value: (table_constructor) @function @_empty) @is.exported @definition.field
  (#match? @_empty "^\\{\\s*\\}$") (#set! outside))
((field name: (identifier) @name value: (table_constructor (field value: (table_constructor (field value: (function_definition))))) @function)
  @is.exported @definition.field (#set! outside))
((field name: (identifier) @name value: (table_constructor (field value: (table_constructor) @_empty)) @function) @is.exported @definition.field
  (#match? @_empty "^\\{\\s*\\}$") (#set! outside))
((field name: (identifier) @name value: (table_constructor (field value: (table_constructor (field value: (table_constructor (field value: (function_definition))))))) @function)
  @is.exported @definition.field (#set! outside))
((field name: (identifier) @name value: (table_constructor (field value: (table_constructor (field value: (table_constructor) @_empty)))) @function)
  @is.exported @definition.field (#match? @_empty "^\\{\\s*\\}$") (#set! outside))

; A copy of what has the name already is that: `local pairs, next = pairs, next`
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (identifier) @value))) @definition.variable (#eq? @name @value) (#set! skip))
((variable_declaration (assignment_statement
  (variable_list . (_) . name: (identifier) @name)
  (expression_list . (_) . value: (identifier) @value))) @definition.variable (#eq? @name @value) (#set! skip))
((variable_declaration (assignment_statement
  (variable_list . (_) . (_) . name: (identifier) @name)
  (expression_list . (_) . (_) . value: (identifier) @value))) @definition.variable (#eq? @name @value) (#set! skip))
((variable_declaration (assignment_statement
  (variable_list . (_) . (_) . (_) . name: (identifier) @name)
  (expression_list . (_) . (_) . (_) . value: (identifier) @value))) @definition.variable (#eq? @name @value) (#set! skip))

((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (binary_expression "or" right: (identifier) @value) .))) @definition.variable (#eq? @name @value) (#set! skip))

; Variables and fields
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name . (attribute)? .)
  (expression_list . value: (_) @value .))) @definition.variable
((variable_declaration (assignment_statement (variable_list) @targets (expression_list (function_definition)) @values)) @is.variadic @is.private @tuple.local (#set! declares variable))
((variable_declaration (assignment_statement (variable_list) @targets (expression_list) @values)) @tuple.local (#set! declares variable))
((assignment_statement (variable_list) @targets (expression_list (function_definition)) @values) @is.variadic @is.exported @tuple.assignment
  (#match? @targets ",") (#not-match? @targets "[.\\[]") (#set! declares variable))
((assignment_statement (variable_list) @targets (expression_list) @values) @is.exported @tuple.assignment
  (#match? @targets ",") (#not-match? @targets "[.\\[]") (#set! declares variable))
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

(if_statement condition: (_) @_never consequence: (_) @dead (#any-of? @_never "false" "nil" "not true"))
(while_statement condition: (_) @_never body: (_) @dead (#any-of? @_never "false" "nil" "not true"))
