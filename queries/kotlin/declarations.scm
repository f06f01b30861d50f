; Scopes
(class_declaration) @scope.class
(object_declaration) @scope.class
(companion_object) @scope.class
(object_literal (class_body) @scope.class)
(enum_entry (class_body) @scope.class)
(type_alias) @scope.class
(function_declaration) @scope.function
(secondary_constructor) @scope.function
(anonymous_function) @scope.function
(lambda_literal) @scope.function
(anonymous_initializer) @scope.function
(getter) @scope.function
(setter) @scope.function
(block) @scope.block
(for_statement) @scope.block
(catch_block) @scope.block
(when_expression) @scope.block
(when_entry) @scope.block

; Types; the grammar takes one with annotations, a soft modifier and nothing that only a class has for an infix call
(annotated_expression (infix_expression (identifier) . (identifier) @_class (#eq? @_class "class"))) @scope.class
(annotated_expression (infix_expression (identifier) . (identifier) @_class . (identifier) @name (#eq? @_class "class"))) @definition.class
(annotated_expression (infix_expression (identifier) . (identifier) @_class . (call_expression . (identifier) @name . (annotated_lambda) @body) (#eq? @_class "class"))) @definition.class
(class_declaration name: (_) @name (enum_class_body) @body) @definition.enum
(class_declaration "interface" name: (_) @name (class_body)? @body) @definition.interface
((class_declaration "class" name: (_) @name (class_body)? @body) @_text @definition.class (#not-match? @_text "^[^{]*enum\\s+class"))
(object_declaration name: (_) @name (class_body)? @body) @definition.class
(companion_object name: (_) @name (class_body)? @body) @is.static @definition.class
((companion_object !name (class_body)? @body) @is.static @definition.class (#set! name "Companion"))
((object_literal (class_body) @definition.class) (#set! name "<anonymous>"))
((enum_entry (class_body) @body @definition.class) (#set! name "<anonymous>"))
(type_alias type: (_) @name [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @definition.type-alias
(enum_entry (identifier) @name) @is.static @definition.enum-member

; Functions; with a receiver type they are called like its members
(function_declaration [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @owner @is.extension . name: (_) @name (function_value_parameters) . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type (function_body) @body) @definition.function
(function_declaration [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @owner @is.extension . name: (_) @name (function_value_parameters) . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @is.abstract @definition.function
(function_declaration [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @owner @is.extension . name: (_) @name (function_value_parameters) (function_body) @body) @definition.function
(function_declaration [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @owner @is.extension . name: (_) @name (function_value_parameters)) @is.abstract @definition.function
(function_declaration name: (_) @name (function_value_parameters) . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type (function_body) @body) @definition.function
(function_declaration name: (_) @name (function_value_parameters) . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @is.abstract @definition.function
(function_declaration name: (_) @name (function_value_parameters) (function_body) @body) @definition.function
(function_declaration name: (_) @name (function_value_parameters)) @is.abstract @definition.function
((secondary_constructor (block)? @body) @definition.constructor (#set! name "constructor"))

; Properties; in a function they are locals, and with a receiver type read like its members
(property_declaration [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @owner @is.extension . (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)]? @type) (getter) @body @function @is.accessor) @definition.property

(property_declaration (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) "=" . (_) @value [(getter) (setter)] @body) @definition.property
(property_declaration (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) [(getter) (setter)] @body) @definition.property
(property_declaration (variable_declaration (identifier) @name) "=" . (_) @value [(getter) (setter)] @body) @definition.property
(property_declaration (variable_declaration (identifier) @name) [(getter) (setter)] @body) @definition.property
(property_declaration (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) "=" . (_) @value) @definition.property
(property_declaration (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type)) @definition.property
(property_declaration (variable_declaration (identifier) @name) "=" . (_) @value) @definition.property
(property_declaration (variable_declaration (identifier) @name)) @definition.property
((property_declaration (variable_declaration (identifier) @name) (property_delegate (_) @value @body)) @definition.property (#set! wrap unwrap))
(property_declaration (variable_declaration (identifier) @name) (getter (function_body (_) @value)) @body) @definition.property
((property_declaration (multi_variable_declaration) @targets "=" . (_) @value) @destructure.local (#set! declares property))

; The parameters of a class are those of its constructor; `val` and `var` make properties of them
((class_parameter ["val" "var"] (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @definition.property (#set! in-type))
(class_parameter (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type "=" . (_) @value) @parameter
(class_parameter (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @parameter

; Type parameters and their bounds
(type_parameter (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)]? @type) @binding.type-parameter
(type_constraint (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @binding.type-parameter

; Parameters; a default stands behind the parameter
(function_value_parameters (parameter (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @parameter . "=" . (_) @value)
(function_value_parameters (parameter_modifiers (parameter_modifier) @_many) . (parameter (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @is.variadic @parameter (#eq? @_many "vararg"))
(function_value_parameters (parameter (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) @parameter)
(lambda_parameters (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)]? @type) @parameter)
(lambda_parameters (multi_variable_declaration) @targets @parameter)
(property_declaration (variable_declaration (identifier) . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type) (setter (identifier) @name @parameter))
(setter (identifier) @name @parameter)

; Locals
((for_statement (variable_declaration (identifier) @name . [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @type)) @binding.local (#set! early))
((for_statement (variable_declaration (identifier) @name) . (_) @value) @binding.local (#set! wrap element) (#set! early))
((for_statement (multi_variable_declaration) @targets . (_) @value) @destructure.local (#set! wrap element) (#set! early))
((catch_block (identifier) @name (user_type) @type) @binding.local (#set! early))
(when_subject (variable_declaration (identifier) @name) (_) @value) @binding.local
(assignment left: (identifier) @name right: (_) @value) @binding.assignment

; A test of a name's type holds in the branch behind it
(if_expression condition: (is_expression left: (identifier) @name "is" right: (_) @type) . (_) @body) @binding.narrowing
(if_expression condition: (binary_expression left: (is_expression left: (identifier) @name "is" right: (_) @type) operator: "&&") . (_) @body) @binding.narrowing
(binary_expression left: (is_expression left: (identifier) @name "is" right: (_) @type) operator: "&&" right: (_) @body) @binding.narrowing
(if_expression condition: (is_expression) . (_) @scope.block)
(if_expression condition: (binary_expression left: (is_expression) operator: "&&") . (_) @scope.block)
(binary_expression left: (is_expression) operator: "&&" right: (_) @scope.block)
(when_expression (when_subject . (identifier) @name .) (when_entry condition: (type_test (_) @type)) @body) @binding.narrowing
(when_expression (when_subject (variable_declaration (identifier) @name)) (when_entry condition: (type_test (_) @type)) @body) @binding.narrowing

(return_expression (_) @value) @return
(function_body . [(call_expression) (navigation_expression) (identifier) (this_expression) (if_expression) (when_expression)
  (as_expression) (object_literal) (string_literal) (number_literal) (binary_expression) (unary_expression) (index_expression)
  (infix_expression) (try_expression) (parenthesized_expression) (lambda_literal)] @value) @return

; Modifiers; what has none is public
(class_declaration (modifiers (visibility_modifier) @_private) (#eq? @_private "private")) @flag.private
(object_declaration (modifiers (visibility_modifier) @_private) (#eq? @_private "private")) @flag.private
(function_declaration (modifiers (visibility_modifier) @_private) (#eq? @_private "private")) @flag.private
(property_declaration (modifiers (visibility_modifier) @_private) (#eq? @_private "private")) @flag.private
(secondary_constructor (modifiers (visibility_modifier) @_private) (#eq? @_private "private")) @flag.private
(class_declaration (modifiers (inheritance_modifier) @_abstract) (#eq? @_abstract "abstract")) @flag.abstract
(companion_object (class_body) @flag.static)

; What never runs
(if_expression condition: (_) @_never . (_) @dead (#any-of? @_never "false" "!true"))
(while_statement condition: (_) @_never . (_) @dead (#any-of? @_never "false" "!true"))

; Where a program begins
(function_declaration name: (_) @_name (#eq? @_name "main")) @flag.run

; Whatever does not say otherwise is public
((source_file [(class_declaration) (object_declaration) (function_declaration) (property_declaration) (type_alias)] @flag.exported)
  (#not-match? @flag.exported "^(@[A-Za-z.]+\\s+|[a-z]+\\s+)*internal\\s"))
((class_body [(class_declaration) (object_declaration) (companion_object) (function_declaration) (property_declaration) (secondary_constructor) (type_alias)] @flag.exported)
  (#not-match? @flag.exported "^(@[A-Za-z.]+\\s+|[a-z]+\\s+)*internal\\s"))
((enum_class_body [(class_declaration) (object_declaration) (companion_object) (function_declaration) (property_declaration)] @flag.exported)
  (#not-match? @flag.exported "^(@[A-Za-z.]+\\s+|[a-z]+\\s+)*internal\\s"))
