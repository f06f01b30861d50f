; Scopes
(function_declaration) @scope.function
(method_declaration) @scope.function
(method_elem) @scope.function
(func_literal) @scope.function
(type_spec) @scope.class
(type_alias) @scope.class
(block) @scope.block
(if_statement) @scope.block
(for_statement) @scope.block
(expression_switch_statement) @scope.block
(type_switch_statement) @scope.block
(expression_case) @scope.block
(type_case) @scope.block
(default_case) @scope.block
(communication_case) @scope.block

; Functions and methods
(function_declaration name: (_) @name result: (_)? @type body: (_)? @body) @definition.function
(function_declaration
  name: (_) @name
  parameters: (parameter_list . (parameter_declaration type: (pointer_type (qualified_type package: (_) @_package name: (_) @_type))) @is.test .)
  body: (_) @body
  (#eq? @_package "testing")
  (#any-of? @_type "T" "B" "F" "M")) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (_) @name
  result: (_)? @type
  body: (_)? @body) @definition.method
(method_elem name: (_) @name result: (_)? @type) @is.abstract @definition.method

; Types
(type_spec name: (_) @name type: (struct_type (_) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type) @body) @definition.interface
(type_spec name: (_) @name @is.distinct type: (_) @type) @definition.type-alias
(type_alias name: (_) @name type: (_) @type) @definition.type-alias

; Fields of named structs; an embedded type is a field of its own name
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (_) @name type: (_) @type) @definition.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: (type_identifier) @name @type) @definition.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: (qualified_type name: (_) @name) @type) @definition.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: (generic_type type: (type_identifier) @name) @type) @definition.field)))

; A blank name declares nothing
((const_spec (identifier) @name @owner @implements) @definition.constant (#eq? @name "_") (#set! skip))
((var_spec (identifier) @name @owner @implements) @definition.variable (#eq? @name "_") (#set! skip))
((function_declaration name: (_) @name @owner @implements) @definition.function (#eq? @name "_") (#set! skip))

; Constants and variables
(const_spec . name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value .)) @definition.constant
(const_spec (identifier) @name type: (_) @type) @definition.constant
((const_spec !value (identifier) @name) @definition.constant (#set! carry))
(const_spec (identifier) @name) @definition.constant
((var_spec . (identifier) @name . (identifier) value: (expression_list . (_) @value .)) @definition.variable (#set! wrap 0))
((var_spec . (identifier) . (identifier) @name value: (expression_list . (_) @value .)) @definition.variable (#set! wrap 1))
((var_spec . (identifier) . (identifier) . (identifier) @name value: (expression_list . (_) @value .)) @definition.variable (#set! wrap 2))
((var_spec . (identifier) @name . (identifier) value: (expression_list . (_) @value . (_))) @definition.variable (#set! declares variable))
((var_spec . (identifier) . (identifier) @name value: (expression_list . (_) . (_) @value)) @definition.variable (#set! declares variable))
((var_spec . (identifier) . (identifier) . (identifier) @name value: (expression_list . (_) . (_) . (_) @value)) @definition.variable (#set! declares variable))
(var_spec . name: (identifier) @name . type: (_)? @type value: (expression_list . (_) @value .)) @definition.variable
(var_spec name: (identifier) @name type: (_) @type) @definition.variable
(var_spec name: (identifier) @name) @definition.variable

; Type parameters; those of a receiver are named by its arguments
(type_parameter_declaration name: (_) @name type: (_) @type) @binding.type-parameter
(method_declaration receiver: (parameter_list (parameter_declaration
  type: [
    (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @name)))
    (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @name))))
  ])) @binding.type-parameter)

; Parameters, receivers and named results
(function_declaration parameters: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @parameter))
(function_declaration parameters: (parameter_list (parameter_declaration !name type: (_) @type) @parameter))
(function_declaration parameters: (parameter_list (variadic_parameter_declaration name: (_)? @name) @is.variadic @type @parameter))
(method_declaration parameters: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @parameter))
(method_declaration parameters: (parameter_list (parameter_declaration !name type: (_) @type) @parameter))
(method_declaration parameters: (parameter_list (variadic_parameter_declaration name: (_)? @name) @is.variadic @type @parameter))
(method_elem parameters: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @parameter))
(method_elem parameters: (parameter_list (parameter_declaration !name type: (_) @type) @parameter))
(method_elem parameters: (parameter_list (variadic_parameter_declaration name: (_)? @name) @is.variadic @type @parameter))
(func_literal parameters: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @parameter))
(func_literal parameters: (parameter_list (variadic_parameter_declaration name: (_) @name) @is.variadic @type @parameter))
((method_declaration receiver: (parameter_list (parameter_declaration name: (_) @name) @binding.parameter)) (#set! wrap this))
((function_declaration result: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @binding.local)) (#set! early))
((method_declaration result: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @binding.local)) (#set! early))
((func_literal result: (parameter_list (parameter_declaration name: (_) @name type: (_) @type) @binding.local)) (#set! early))

; Locals; `v, ok :=` of a map, a channel or an assertion binds the value itself first
(short_var_declaration
  left: (expression_list . (identifier) @name . (identifier) .)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] @value .)) @binding.local
(short_var_declaration left: (_) @targets right: (_) @values) @tuple.local
(receive_statement left: (expression_list . (identifier) @name) right: (_) @value) @binding.local
((range_clause left: (expression_list . (_) . (identifier) @name) right: (_) @value) @binding.local (#set! wrap index) (#set! early))
((range_clause left: (expression_list . (identifier) @name .) right: (_) @value) @binding.local (#set! wrap element) (#set! early))
((range_clause left: (expression_list . (identifier) @name . (_)) right: (_) @value) @binding.local (#set! wrap element) (#set! early))
(range_clause left: (expression_list . (identifier) @name)) @binding.local

; What is put into a map
((assignment_statement
  left: (expression_list . (index_expression operand: (identifier) @name index: (_) @object) .)
  right: (expression_list . (_) @value .)) @binding.stored
  (#set! wrap keyed))

; Type switches
((type_switch_statement alias: (expression_list (identifier) @name) value: (_) @value) @binding.local (#set! early))
(type_switch_statement
  alias: (expression_list (identifier) @name)
  (type_case . "case" . type: (_) @type . ":") @body) @binding.narrowing

; Code that never runs
(if_statement condition: (_) @_never consequence: (_) @dead (#any-of? @_never "false" "!true"))
(for_statement . (false) body: (_) @dead)
