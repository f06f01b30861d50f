; Scopes
(class_declaration) @scope.class
(interface_declaration) @scope.class
(enum_declaration) @scope.class
(record_declaration) @scope.class
(annotation_type_declaration) @scope.class
(object_creation_expression (class_body) @scope.class)
(enum_constant body: (class_body) @scope.class)
(method_declaration) @scope.function
(constructor_declaration) @scope.function
(compact_constructor_declaration) @scope.function
(static_initializer) @scope.function
(class_body (block) @scope.function)
(enum_body_declarations (block) @scope.function)
(lambda_expression) @scope.function
(block) @scope.block
(constructor_body) @scope.block
(for_statement) @scope.block
(enhanced_for_statement) @scope.block
(try_with_resources_statement) @scope.block
(catch_clause) @scope.block
(switch_block) @scope.block
(switch_block_statement_group) @scope.block
(switch_rule) @scope.block

; Types
(class_declaration
  name: (_) @name body: (_) @body) @definition.class
(interface_declaration
  name: (_) @name body: (_) @body) @definition.interface
(annotation_type_declaration
  name: (_) @name body: (_) @body) @definition.interface
(enum_declaration
  name: (_) @name body: (_) @body) @definition.enum
(record_declaration
  name: (_) @name body: (_) @body) @definition.record
((object_creation_expression (class_body) @body @definition.class) (#set! name "<anonymous>"))
((enum_constant body: (class_body) @body @definition.class) (#set! name "<anonymous>"))

; Methods and constructors; a method of no type is a function of the file
(method_declaration
  type: (_) @type name: (_) @name body: (_) @body) @definition.function
(method_declaration
  type: (_) @type name: (_) @name !body) @is.abstract @definition.method
(annotation_type_element_declaration type: (_) @type name: (_) @name) @is.abstract @is.exported @definition.method
(constructor_declaration
  name: (_) @name body: (_) @body) @definition.constructor
; A compact constructor takes the record's components
(compact_constructor_declaration
  name: (_) @name body: (_) @body) @is.variadic @definition.constructor

; Modifiers; members of interfaces are visible wherever the interface is
[
  (class_declaration (modifiers ["public" "protected"]))
  (interface_declaration (modifiers ["public" "protected"]))
  (annotation_type_declaration (modifiers ["public" "protected"]))
  (enum_declaration (modifiers ["public" "protected"]))
  (record_declaration (modifiers ["public" "protected"]))
  (method_declaration (modifiers ["public" "protected"]))
  (constructor_declaration (modifiers ["public" "protected"]))
  (compact_constructor_declaration (modifiers ["public" "protected"]))
  (field_declaration (modifiers ["public" "protected"]))
] @flag.exported
[
  (class_declaration (modifiers "private"))
  (interface_declaration (modifiers "private"))
  (annotation_type_declaration (modifiers "private"))
  (enum_declaration (modifiers "private"))
  (record_declaration (modifiers "private"))
  (method_declaration (modifiers "private"))
  (constructor_declaration (modifiers "private"))
  (compact_constructor_declaration (modifiers "private"))
  (field_declaration (modifiers "private"))
] @flag.private
[
  (class_declaration (modifiers "static"))
  (interface_declaration (modifiers "static"))
  (annotation_type_declaration (modifiers "static"))
  (enum_declaration (modifiers "static"))
  (record_declaration (modifiers "static"))
  (method_declaration (modifiers "static"))
  (field_declaration (modifiers "static"))
] @flag.static
[
  (class_declaration (modifiers "abstract"))
] @flag.abstract
(interface_body) @flag.exported
(annotation_type_body) @flag.exported

; Fields: the whole declaration where it declares one, else each declarator
(field_declaration
  type: (_) @type . declarator: (variable_declarator name: (identifier) @name value: (_)? @value) .) @definition.field
(field_declaration
  type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.field)
; Those of a file that declares no class around them
(program (local_variable_declaration
  type: (_) @type . declarator: (variable_declarator name: (identifier) @name value: (_)? @value) .) @definition.variable)
(program (local_variable_declaration
  type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(constant_declaration
  type: (_) @type . declarator: (variable_declarator name: (identifier) @name value: (_)? @value) .) @is.static @definition.field
(constant_declaration
  type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @is.static @definition.field)
(enum_constant name: (_) @name) @is.static @is.exported @definition.enum-member

; A record's component is a field and, where the body does not spell it, an accessor
((record_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name @body) @definition.method)
  body: (class_body (method_declaration name: (identifier) @_method parameters: (formal_parameters . ")"))))
  (#eq? @name @_method) (#set! skip))
(record_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @is.exported @definition.method))
((record_declaration
  parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @is.private @definition.field))
  (#set! in-type))
(record_declaration
  parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @type @is.exported @definition.method))
((record_declaration
  parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @type @is.private @definition.field))
  (#set! in-type))

; Type parameters
(type_parameter (type_identifier) @name (type_bound)? @type) @binding.type-parameter

; Parameters
(method_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @parameter))
(method_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @type @is.variadic @parameter))
(constructor_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @parameter))
(constructor_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @type @is.variadic @parameter))
(lambda_expression parameters: (identifier) @name) @parameter
(lambda_expression parameters: (inferred_parameters (identifier) @name @parameter))
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @parameter) (#not-eq? @type "var"))
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @_type name: (identifier) @name) @parameter) (#eq? @_type "var"))
(lambda_expression parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @type @is.variadic @parameter))

; Locals
(local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @binding.local
  (#not-eq? @type "var"))
(local_variable_declaration
  type: (_) @_type
  declarator: (variable_declarator name: (identifier) @name value: (_) @value) @binding.local
  (#eq? @_type "var"))
((enhanced_for_statement type: (_) @type name: (identifier) @name) @binding.local (#not-eq? @type "var") (#set! early))
((enhanced_for_statement type: (_) @_type name: (identifier) @name value: (_) @value) @binding.local
  (#eq? @_type "var") (#set! wrap element) (#set! early))
(resource type: (_) @type name: (identifier) @name (#not-eq? @type "var")) @binding.local
(resource type: (_) @_type name: (identifier) @name value: (_) @value (#eq? @_type "var")) @binding.local
((catch_clause (catch_formal_parameter (catch_type) @type name: (identifier) @name)) @binding.local (#set! early))

; Patterns
(instanceof_expression right: (_) @type name: (identifier) @name) @binding.local
(type_pattern (_) @type . (identifier) @name (#not-eq? @type "var")) @binding.local
(type_pattern (_) @_type . (identifier) @name (#eq? @_type "var")) @binding.local
(record_pattern_component (_) @type . (identifier) @name (#not-eq? @type "var")) @binding.local
(record_pattern_component (_) @_type . (identifier) @name (#eq? @_type "var")) @binding.local

(assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment

(return_statement (_) @value) @return

; What never runs
(if_statement condition: (parenthesized_expression (_) @_never) consequence: (_) @dead (#any-of? @_never "false" "!true"))
(while_statement condition: (parenthesized_expression (_) @_never) body: (_) @dead (#any-of? @_never "false" "!true"))

; Where a program begins
(method_declaration (modifiers "static") name: (identifier) @_name (#eq? @_name "main")) @flag.run
