; Scopes
(namespace_definition) @scope.namespace
(class_specifier body: (_)) @scope.class
(lambda_expression) @scope.function
(for_range_loop) @scope.block
(if_statement) @scope.block
(while_statement) @scope.block
(switch_statement) @scope.block
(catch_clause) @scope.block
(field_declaration declarator: [
    (function_declarator) @scope.function
    (pointer_declarator declarator: (function_declarator) @scope.function)
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator) @scope.function))
    (reference_declarator (function_declarator) @scope.function)
  ])
(declaration declarator: [
    (function_declarator declarator: [(destructor_name) (operator_name) (template_function)]) @scope.function
    (reference_declarator (function_declarator) @scope.function)
    (pointer_declarator declarator: (function_declarator declarator: [(operator_name) (template_function)]) @scope.function)
  ])
(declaration declarator: (operator_cast) @scope.function)
(field_declaration declarator: (operator_cast) @scope.function)

; Namespaces; an inline or unnamed one is part of what is around it
((namespace_definition "inline" name: (_) @name body: (_) @body) @definition.namespace (#set! skip))
((namespace_definition name: (_) @name body: (_) @body) @definition.namespace (#match? @name "::inline ") (#set! without "::inline "))
(namespace_definition name: (_) @name) @definition.namespace
(namespace_definition !name body: (_) @flag.private)

; Types
(class_specifier name: (_) @name body: (_) @body) @definition.class
(alias_declaration name: (_) @name type: (_) @type) @definition.type-alias
(concept_definition name: (_) @name) @definition.type-alias
(type_definition type: [(qualified_identifier) (template_type) (dependent_type) (decltype)] @type declarator: (_) @name) @definition.type-alias
((template_declaration parameters: (template_parameter_list [
    (type_parameter_declaration (type_identifier) @name)
    (optional_type_parameter_declaration name: (_) @name)
    (variadic_type_parameter_declaration (type_identifier) @name)
    (parameter_declaration declarator: (identifier) @name)
    (optional_parameter_declaration declarator: (identifier) @name)
  ])) @binding.type-parameter (#set! ahead))

; Types and functions that are defined outside of what they belong to
(class_specifier name: (qualified_identifier) @name @owner body: (_) @body) @definition.class
(struct_specifier name: (qualified_identifier) @name @owner body: (_) @body) @definition.struct
(union_specifier name: (qualified_identifier) @name @owner body: (_) @body) @definition.union
(enum_specifier name: (qualified_identifier) @name @owner body: (_) @body) @definition.enum
(function_definition type: (_) @type declarator: [
    (function_declarator declarator: (qualified_identifier) @owner) @name
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @owner) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @owner) @name))
    (reference_declarator (function_declarator declarator: (qualified_identifier) @owner) @name)
  ] body: (_) @body) @definition.function
(function_definition !type declarator: (function_declarator declarator: (qualified_identifier) @owner) @name body: (_) @body) @definition.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier) @owner) @name (default_method_clause)) @definition.function

; Tests: the body of one with a fixture sees the fixture's members
(function_definition !type declarator: (function_declarator declarator: (identifier) @name
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @owner !declarator))) @is.test body: (_) @body
  (#any-of? @name "TEST_F" "TEST_P" "TYPED_TEST" "TYPED_TEST_P")) @definition.function
(function_definition !type declarator: (function_declarator declarator: (identifier) @name) @is.test body: (_) @body
  (#any-of? @name "TEST" "TEST_CASE")) @definition.function

; Friends that a class defines; a capture more than the plain pattern has takes the name from it
((friend_declaration "friend" @value (function_definition type: (_) @type declarator: (_) @name body: (_) @body) @definition.function) (#set! around))
((friend_declaration "friend" @value (function_definition declarator: (function_declarator (trailing_return_type) @type) @name body: (_) @body) @definition.function) (#set! around))

; Functions; a deleted one is none
((function_definition declarator: (_) @name (delete_method_clause)) @definition.function (#set! skip))
(function_definition type: (_) @type declarator: (function_declarator (trailing_return_type) @type) @name body: (_) @body) @definition.function
(function_definition !type declarator: (operator_cast type: (_) @type) @name body: (_) @body) @definition.operator
(function_definition !type declarator: (_) @name body: (_) @body) @definition.function
(function_definition declarator: (_) @name (default_method_clause)) @definition.function
(function_definition !type declarator: (_) @name @function (pure_virtual_clause)) @is.abstract @definition.function
(function_definition !type declarator: (_) @name (try_statement) @body) @definition.function
(function_definition type: (_) @type declarator: (_) @name (try_statement) @body) @definition.function
(field_declaration_list (function_definition (storage_class_specifier) @is.static @_static type: (_) @type declarator: (_) @name
  body: (_) @body) @function @definition.function (#eq? @_static "static"))

; Declarations of methods and of functions without a type or with a name of their own kind
(field_declaration type: (_) @type declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name) (template_method)]) @name @function
    (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)]) @name @function)
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier)) @name @function))
    (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)]) @name @function)
  ]) @is.abstract @definition.method
(field_declaration (storage_class_specifier) @is.static @_static type: (_) @type declarator: [
    (function_declarator declarator: (field_identifier)) @name @function
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier)) @name @function)
    (reference_declarator (function_declarator declarator: (field_identifier)) @name @function)
  ] (#eq? @_static "static")) @is.abstract @definition.method
((declaration !type declarator: (function_declarator declarator: [(identifier) (destructor_name) (operator_name)]) @name @function)
  @is.abstract @definition.function (#set! outside))
((declaration !type declarator: (operator_cast type: (_) @type) @name @function) @is.abstract @definition.operator (#set! outside))
((declaration type: (_) @type declarator: [
    (function_declarator declarator: [(operator_name) (template_function)]) @name @function
    (pointer_declarator declarator: (function_declarator declarator: (operator_name)) @name @function)
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)]) @name @function)
  ]) @is.abstract @definition.function (#set! outside))

; A friend is no member
((friend_declaration (declaration type: (_) @type declarator: [
    (function_declarator) @name @function
    (pointer_declarator declarator: (function_declarator) @name @function)
    (reference_declarator (function_declarator) @name @function)
  ] @body) @definition.function @is.abstract) (#set! skip))

; Static fields, defined outside of their class; names bound to the parts of a value
((declaration type: (_) @type declarator: (init_declarator declarator: (qualified_identifier) @name @owner value: (_) @value) @definition.variable)
  (#set! skip))
((declaration type: (_) @type declarator: (init_declarator declarator: (structured_binding_declarator) @name @owner value: (_) @value) @definition.variable)
  (#set! skip))
((declaration type: (_) @type declarator: (init_declarator declarator: (reference_declarator (structured_binding_declarator)) @name @owner value: (_) @value) @definition.variable)
  (#set! skip))
((declaration declarator: (init_declarator declarator: (structured_binding_declarator) @targets value: (_) @value)) @tuple.local (#set! declares variable))
((declaration declarator: (init_declarator declarator: (reference_declarator (structured_binding_declarator) @targets) value: (_) @value)) @tuple.local (#set! declares variable))
((for_range_loop declarator: [
    (reference_declarator (structured_binding_declarator) @targets)
    (structured_binding_declarator) @targets
  ] right: (_) @value) @tuple.local (#set! wrap element) (#set! early))
(condition_clause value: (declaration type: (_) @type declarator: (_) @name value: (_) @value) @binding.local)
(field_declaration type: (placeholder_type_specifier) declarator: (_) @name default_value: (_) @value) @definition.field

; Locals of loops, handlers and lambdas
((for_range_loop type: (placeholder_type_specifier) declarator: (_) @name right: (_) @value) @binding.local (#set! wrap element) (#set! early))
((for_range_loop type: (_) @type declarator: (_) @name) @binding.local (#set! early))
((catch_clause parameters: (parameter_list (parameter_declaration type: (_) @type declarator: (_) @name))) @binding.local (#set! early))
(lambda_capture_initializer left: (identifier) @name right: (_) @value) @binding.local
(declaration type: (_) @type declarator: (reference_declarator (identifier)) @name @definition.variable)

; `Box box(size);` reads like the declaration of a function
((declaration type: (_) @type declarator: (function_declarator declarator: (identifier) @name
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator)))) @binding.local (#set! local))
((declaration type: (_) @type declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list .
  (parameter_declaration type: [(type_identifier) (qualified_identifier)] declarator: (abstract_function_declarator)))))
  @binding.local (#set! local))

; Other names
(using_declaration (qualified_identifier) @value @name) @binding.local
(namespace_alias_definition name: (_) @name [(namespace_identifier) (nested_namespace_specifier)] @value) @binding.local

; Parameters
(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name) (qualified_identifier) (template_function) (template_method)]
  parameters: (parameter_list (parameter_declaration
    type: (_) @type
    declarator: [(identifier) (pointer_declarator) (array_declarator) (reference_declarator) (attributed_declarator)] @name) @parameter))
(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name) (qualified_identifier) (template_function) (template_method)]
  parameters: (parameter_list (parameter_declaration declarator: (function_declarator) @type @name) @parameter))
(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name) (qualified_identifier) (template_function) (template_method)]
  parameters: (parameter_list (parameter_declaration
    type: (_) @type
    declarator: [(abstract_pointer_declarator) (abstract_array_declarator) (abstract_function_declarator) (abstract_reference_declarator)]) @parameter))
(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name) (qualified_identifier) (template_function) (template_method)]
  parameters: (parameter_list (parameter_declaration type: (_) @type !declarator) @parameter) (#not-eq? @type "void"))
(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name) (qualified_identifier) (template_function) (template_method)]
  parameters: (parameter_list "...") @is.variadic @parameter)
(function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  type: (_) @type
  declarator: (abstract_reference_declarator)) @parameter))
(function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  type: (_) @type
  declarator: (reference_declarator) @name) @parameter))
(function_declarator parameters: (parameter_list (optional_parameter_declaration
  type: (_) @type declarator: (_)? @name default_value: (_) @value) @parameter))
(function_declarator parameters: (parameter_list (variadic_parameter_declaration type: (_) @type declarator: (_) @name) @is.variadic @parameter))
(lambda_expression declarator: (abstract_function_declarator parameters: (parameter_list (parameter_declaration
  type: (_) @type
  declarator: [(identifier) (pointer_declarator) (array_declarator) (reference_declarator)] @name) @parameter)))
(operator_cast declarator: (abstract_function_declarator)) @scope.block

; What may be overridden, and what says that it overrides
(field_declaration "virtual") @flag.virtual
(function_definition "virtual") @flag.virtual
(declaration "virtual") @flag.virtual
(field_declaration declarator: [
    (function_declarator (virtual_specifier))
    (pointer_declarator (function_declarator (virtual_specifier)))
    (pointer_declarator (pointer_declarator (function_declarator (virtual_specifier))))
    (reference_declarator (function_declarator (virtual_specifier)))
  ]) @flag.override
(function_definition declarator: [
    (function_declarator (virtual_specifier))
    (pointer_declarator (function_declarator (virtual_specifier)))
    (pointer_declarator (pointer_declarator (function_declarator (virtual_specifier))))
    (reference_declarator (function_declarator (virtual_specifier)))
  ]) @flag.override
(declaration declarator: (function_declarator (virtual_specifier))) @flag.override

; What never runs, unless a jump to a label in it leads there
(if_statement condition: (condition_clause value: (_) @_never) consequence: (_) @dead (#any-of? @_never "false" "0" "!1" "!true") (#not-match? @dead "[^:]:[^:]"))
(while_statement condition: (condition_clause value: (_) @_never) body: (_) @dead (#any-of? @_never "false" "0" "!1" "!true") (#not-match? @dead "[^:]:[^:]"))
