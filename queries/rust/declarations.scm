; Scopes
(function_item) @scope.function
(function_signature_item) @scope.function
(closure_expression) @scope.function
(struct_item) @scope.class
(union_item) @scope.class
(enum_item) @scope.class
(trait_item) @scope.class
(impl_item) @scope.class
(type_item) @scope.class
(mod_item body: (_)) @scope.namespace
(block) @scope.block
(match_arm) @scope.block
(if_expression condition: (let_chain)) @scope.block
(while_expression condition: (let_chain)) @scope.block

; Functions; those of an `impl` or trait without a `self` belong to the type
(function_item
  (visibility_modifier)? @is.exported
  name: (identifier) @name
  return_type: (_)? @type
  body: (_) @body) @definition.function
(function_item
  (visibility_modifier)? @is.exported
  (function_modifiers "async" @is.async)
  name: (identifier) @name
  return_type: (_)? @type
  body: (_) @body) @definition.function
(function_signature_item
  (visibility_modifier)? @is.exported
  name: (identifier) @name
  return_type: (_)? @type) @is.abstract @definition.function
(function_signature_item
  (function_modifiers "async" @is.async)
  name: (identifier) @name
  return_type: (_)? @type) @is.abstract @definition.function

; Types
(struct_item (visibility_modifier)? @is.exported name: (_) @name body: (_)? @body) @definition.struct
(union_item (visibility_modifier)? @is.exported name: (_) @name body: (_) @body) @definition.union
(enum_item (visibility_modifier)? @is.exported name: (_) @name body: (_) @body) @definition.enum
(enum_variant name: (_) @name value: (_)? @value) @definition.enum-member
(trait_item (visibility_modifier)? @is.exported name: (_) @name body: (_) @body) @definition.trait
(type_item (visibility_modifier)? @is.exported name: (_) @name type: (_) @type) @definition.type-alias
(associated_type name: (_) @name bounds: (_)? @type) @is.abstract @definition.type-alias
(impl_item trait: (_)? @implements type: (_) @owner body: (_) @body) @definition.extension

; Fields
(field_declaration (visibility_modifier)? @is.exported name: (_) @name type: (_) @type) @definition.field
((ordered_field_declaration_list type: (_) @type @definition.field) (#set! positional))

; Values
((const_item name: (identifier) @name @owner @implements) @definition.constant (#eq? @name "_") (#set! skip))
(const_item (visibility_modifier)? @is.exported name: (identifier) @name type: (_) @type value: (_)? @value) @definition.constant
(static_item (visibility_modifier)? @is.exported name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable

; Modules and macros; `mod x;` is a module whose body is a file
(mod_item (visibility_modifier)? @is.exported name: (_) @name body: (_)? @body) @definition.namespace
(macro_definition name: (_) @name) @definition.macro

; Type parameters
(type_parameter name: (_) @name bounds: (_)? @type) @binding.type-parameter
(where_predicate left: (type_identifier) @name bounds: (_) @type (#not-eq? @name "Self")) @binding.type-parameter

; Parameters
(function_item parameters: (parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter))
(function_item parameters: (parameters (parameter pattern: (_) @targets type: (_) @type) @parameter))
(function_signature_item parameters: (parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter))
(function_signature_item parameters: (parameters (parameter pattern: (_) @targets type: (_) @type) @parameter))
(function_signature_item parameters: (parameters (variadic_parameter) @is.variadic @parameter))
(closure_parameters (parameter pattern: (identifier) @name type: (_) @type) @parameter)
(closure_parameters (parameter pattern: (_) @targets type: (_) @type) @parameter)
(closure_parameters (identifier) @name @parameter)
(closure_parameters [(tuple_pattern) (tuple_struct_pattern) (struct_pattern) (reference_pattern) (ref_pattern) (mut_pattern) (slice_pattern) (captured_pattern)] @targets @parameter)

; Locals
(let_declaration pattern: (_) @targets type: (_)? @type value: (_)? @value) @destructure.local
(if_expression condition: (let_condition pattern: (_) @targets value: (_) @value) consequence: (_) @body) @destructure.local
(while_expression condition: (let_condition pattern: (_) @targets value: (_) @value) body: (_) @body) @destructure.local
(let_condition pattern: (_) @targets value: (_) @value) @destructure.local
((for_expression pattern: (_) @targets value: (_) @value body: (_) @body) @destructure.local (#set! wrap element))
(match_expression
  value: (_) @value
  body: (match_block (match_arm pattern: (match_pattern . (_) @targets)) @body)) @destructure.local

(return_expression (_) @value) @return

; Code that never runs
(if_expression condition: (_) @_condition consequence: (_) @dead (#any-of? @_condition "false" "!true"))
(while_expression condition: (boolean_literal) @_condition body: (_) @dead (#eq? @_condition "false"))
