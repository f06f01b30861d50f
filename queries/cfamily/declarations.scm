; Scopes
(function_definition) @scope.function
(preproc_function_def) @scope.function
(struct_specifier body: (_)) @scope.class
(union_specifier body: (_)) @scope.class
(compound_statement) @scope.block
(for_statement) @scope.block

; Functions; one that yields a function has that function's type
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator)) @type @name body: (_) @body) @definition.function
(function_definition (storage_class_specifier) @is.private @_static
  declarator: (function_declarator declarator: (parenthesized_declarator)) @type @name body: (_) @body
  (#eq? @_static "static")) @definition.function
(function_definition type: (_) @type declarator: (_) @name body: (_) @body) @definition.function
(function_definition (storage_class_specifier) @is.private @_static type: (_) @type declarator: (_) @name body: (_) @body
  (#eq? @_static "static")) @definition.function

; A body behind a macro that makes a function's head (`TEST(name) { … }`): named by what the macro is given
(translation_unit (expression_statement (call_expression arguments: (argument_list . (identifier) @name)))
  . (compound_statement) @body @definition.function)
(translation_unit (expression_statement (call_expression)) . (compound_statement) @scope.function)

; Declarations of functions: what is called is the name itself, and no pointer. The declarator holds the parameters.
((declaration type: (_) @type declarator: [
    (function_declarator declarator: (identifier)) @name @function
    (pointer_declarator declarator: (function_declarator declarator: (identifier)) @name @function)
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier)) @name @function))
  ]) @is.abstract @definition.function (#set! outside))
((declaration (storage_class_specifier) @is.private @_static type: (_) @type declarator: [
    (function_declarator declarator: (identifier)) @name @function
    (pointer_declarator declarator: (function_declarator declarator: (identifier)) @name @function)
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier)) @name @function))
  ]) @is.abstract @definition.function (#eq? @_static "static") (#set! outside))
(declaration declarator: [
    (function_declarator declarator: (identifier)) @scope.function
    (pointer_declarator declarator: (function_declarator declarator: (identifier)) @scope.function)
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier)) @scope.function))
  ])
(parameter_declaration declarator: (function_declarator declarator: (identifier)) @scope.block)

; Macros, but those that guard a file against being included twice; they know no scopes
((preproc_ifdef "#ifndef" name: (_) @_guard . (preproc_def name: (_) @name !value) @definition.macro)
  (#eq? @_guard @name) (#set! skip))
((preproc_function_def name: (_) @name value: (preproc_arg)? @body) @definition.macro (#set! top))
((preproc_function_def name: (_) @name parameters: (preproc_params "...") @is.variadic value: (preproc_arg)? @body) @definition.macro (#set! top))
((preproc_def name: (_) @name) @definition.macro (#set! top))
(preproc_function_def value: (preproc_arg) @embedded)

; Types
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.union
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) @function declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) @function declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) @function declarator: (type_identifier) @name) @definition.enum

((declaration type: (struct_specifier !name body: (_) @body) @definition.struct) (#set! name "<anonymous>"))
((declaration type: (union_specifier !name body: (_) @body) @definition.union) (#set! name "<anonymous>"))
((field_declaration type: (struct_specifier !name body: (_) @body) @definition.struct declarator: (_)) (#set! name "<anonymous>"))
((field_declaration type: (union_specifier !name body: (_) @body) @definition.union declarator: (_)) (#set! name "<anonymous>"))

; Other names of types; where the type is made in one go with its name, both are one
((type_definition type: (struct_specifier name: (_) @_tag body: (_)) @type declarator: (type_identifier) @name @definition.type-alias)
  (#eq? @_tag @name) (#set! skip))
((type_definition type: (union_specifier name: (_) @_tag body: (_)) @type declarator: (type_identifier) @name @definition.type-alias)
  (#eq? @_tag @name) (#set! skip))
((type_definition type: (enum_specifier name: (_) @_tag body: (_)) @type declarator: (type_identifier) @name @definition.type-alias)
  (#eq? @_tag @name) (#set! skip))
(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))] @type
  declarator: (_) @name @definition.type-alias)
(type_definition declarator: (function_declarator) @type @name) @definition.type-alias
(type_definition
  type: [(primitive_type) (sized_type_specifier) (type_identifier)
    (struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @type
  declarator: (_) @name) @definition.type-alias

; Fields, enumerators
(field_declaration declarator: (function_declarator) @type @name @definition.field)
(field_declaration declarator: (array_declarator declarator: (function_declarator)) @type @name @definition.field)
(field_declaration type: (_) @type declarator: (_) @name @definition.field)
(enumerator name: (_) @name) @is.static @definition.enum-member

; Variables; one that another file defines is only declared
(declaration (storage_class_specifier) @is.abstract @_extern
  declarator: (function_declarator declarator: (parenthesized_declarator)) @type @name @definition.variable
  (#eq? @_extern "extern"))
(declaration declarator: (function_declarator declarator: (parenthesized_declarator)) @type @name @definition.variable)
(declaration declarator: (init_declarator
  declarator: (function_declarator) @type @name value: (_) @value) @definition.variable)
(declaration (storage_class_specifier) @is.private @_static declarator: (init_declarator
  declarator: (function_declarator) @type @name value: (_) @value) @definition.variable
  (#eq? @_static "static"))
(declaration (storage_class_specifier) @is.abstract @_extern type: (_) @type
  declarator: [(identifier) (pointer_declarator) (array_declarator)] @name @definition.variable
  (#eq? @_extern "extern"))
(declaration (storage_class_specifier) @is.private @_static type: (_) @type
  declarator: [(identifier) (pointer_declarator) (array_declarator)] @name @definition.variable
  (#eq? @_static "static"))
(declaration (storage_class_specifier) @is.private @_static type: (_) @type
  declarator: (init_declarator declarator: (_) @name value: (_) @value) @definition.variable
  (#eq? @_static "static"))
(declaration type: (_) @type declarator: [(identifier) (pointer_declarator) (array_declarator) (attributed_declarator)] @name @definition.variable)
(declaration type: (_) @type declarator: (init_declarator declarator: (_) @name value: (_) @value) @definition.variable)

; Parameters, also those that a declaration leaves unnamed
(function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  type: (_) @type
  declarator: [(identifier) (pointer_declarator) (array_declarator) (attributed_declarator)] @name) @parameter))
(function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  declarator: (function_declarator) @type @name) @parameter))
(function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  type: (_) @type
  declarator: [(abstract_pointer_declarator) (abstract_array_declarator) (abstract_function_declarator)]) @parameter))
(function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  type: (_) @type !declarator) @parameter) (#not-eq? @type "void"))
(preproc_function_def parameters: (preproc_params (identifier) @name @parameter))

(assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment
(return_statement (_) @value) @return
