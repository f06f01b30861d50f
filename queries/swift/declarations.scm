; Scopes
(class_declaration) @scope.class
(protocol_declaration) @scope.class
(function_declaration) @scope.function
(protocol_function_declaration) @scope.function
(macro_declaration) @scope.function
(init_declaration) @scope.function
(deinit_declaration) @scope.function
(subscript_declaration) @scope.function
(lambda_literal) @scope.function
(computed_property) @scope.function
(computed_getter) @scope.function
(computed_setter) @scope.function
(willset_clause) @scope.function
(didset_clause) @scope.function
(if_statement) @scope.block
(while_statement) @scope.block
(repeat_while_statement) @scope.block
(for_statement) @scope.block
(do_statement) @scope.block
(catch_block) @scope.block
(switch_entry) @scope.block

; Types
(class_declaration ["class" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration "extension" name: (_) @owner body: (_) @body) @definition.extension
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration name: (type_identifier) @name "=" . (_) @type) @definition.type-alias
(associatedtype_declaration name: (type_identifier) @name ":" . (_) @type) @is.abstract @definition.type-alias
(associatedtype_declaration name: (type_identifier) @name) @is.abstract @definition.type-alias

; Members of enumerations and what they hold
(enum_entry name: (simple_identifier) @name) @is.static @definition.enum-member
((enum_entry "case" . name: (_) . data_contents: (enum_type_parameters [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (existential_type) (opaque_type) (protocol_composition_type)] @type @definition.field) .) (#set! positional))

; Functions
(function_declaration name: (simple_identifier) @name "->" . (_) @type body: (_) @body) @definition.function
(function_declaration name: (simple_identifier) @name body: (_) @body) @definition.function
(function_declaration name: _ @name . ["(" (type_parameters)] "->" . (_) @type body: (_) @body) @definition.operator
(function_declaration name: _ @name . ["(" (type_parameters)] body: (_) @body) @definition.operator
(protocol_function_declaration name: (simple_identifier) @name "->" . (_) @type) @is.abstract @definition.method
(protocol_function_declaration name: (simple_identifier) @name) @is.abstract @definition.method
(protocol_function_declaration name: _ @name . ["(" (type_parameters)] "->" . (_) @type) @is.abstract @definition.operator
(init_declaration "init" @name body: (_) @body) @definition.constructor
(init_declaration "init" @name !body) @is.abstract @definition.constructor
(deinit_declaration "deinit" @name body: (_) @body) @definition.destructor
(macro_declaration (simple_identifier) @name definition: (_)? @body) @definition.macro
(subscript_declaration "subscript" @name "->" . (_) @type (computed_property)? @body) @definition.method

; Properties; in a function they are locals
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .) . "=" . (_) @value . (willset_didset_block) @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .) . (willset_didset_block) @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . "=" . (_) @value . (willset_didset_block) @body) @definition.property
(property_declaration (modifiers (property_behavior_modifier)) name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .) . "=" . (_) @value @body) @definition.property
(property_declaration (modifiers (property_behavior_modifier)) name: (pattern bound_identifier: (simple_identifier) @name) . "=" . (_) @value @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .) . "=" . (_) @value) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .) . computed_value: (computed_property (computed_getter) @function) @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .) . computed_value: (_) @body @function) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type .)) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) . "=" . (_) @value) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
((property_declaration name: (pattern (pattern)) @targets . "=" . (_) @value) @destructure.local (#set! declares property))
((property_declaration name: (pattern (pattern)) @targets . (type_annotation (_) @type .) . "=" . (_) @value) @destructure.local (#set! declares property))
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type .)) @is.abstract @definition.property

; Type parameters and their bounds
(type_parameter . (type_identifier) @name ":" . (_) @type) @binding.type-parameter
(type_parameter . (type_identifier) @name) @binding.type-parameter
(type_constraint (inheritance_constraint constrained_type: (identifier . (simple_identifier) @name .) (_) @type .)) @binding.type-parameter

; Parameters; a default stands behind the parameter
(function_declaration (parameter external_name: (simple_identifier) @label name: (simple_identifier) @name (_) @type .) @parameter . "=" . (_) @value)
(function_declaration (parameter name: (simple_identifier) @name (_) @type .) @parameter . "=" . (_) @value)
(init_declaration (parameter external_name: (simple_identifier) @label name: (simple_identifier) @name (_) @type .) @parameter . "=" . (_) @value)
(init_declaration (parameter name: (simple_identifier) @name (_) @type .) @parameter . "=" . (_) @value)
(subscript_declaration (parameter external_name: (simple_identifier) @label name: (simple_identifier) @name (_) @type .) @parameter . "=" . (_) @value)
(subscript_declaration (parameter name: (simple_identifier) @name (_) @type .) @parameter . "=" . (_) @value)
(parameter external_name: (simple_identifier) @label name: (simple_identifier) @name (_) @type .) @parameter
(parameter name: (simple_identifier) @name (_) @type .) @parameter
(parameter external_name: (simple_identifier) @label name: (simple_identifier) @name (_) @type . "..." @is.variadic) @parameter
(parameter name: (simple_identifier) @name (_) @type . "..." @is.variadic) @parameter
(lambda_parameter name: (simple_identifier) @name ":" (_) @type .) @parameter
(lambda_parameter name: (simple_identifier) @name) @parameter

; Locals
((for_statement item: (pattern) @targets (type_annotation (_) @type .)) @destructure.local (#set! early))
((for_statement item: (pattern) @targets collection: (_) @value) @destructure.local (#set! wrap element) (#set! early))
(if_statement bound_identifier: (simple_identifier) @name . "=" . (_) @value @binding.local)
(guard_statement bound_identifier: (simple_identifier) @name . "=" . (_) @value @binding.local)
(while_statement bound_identifier: (simple_identifier) @name . "=" . (_) @value @binding.local)
(if_statement "case" @targets "=" . (_) @value @destructure.local)
(guard_statement "case" @targets "=" . (_) @value @destructure.local)
(while_statement "case" @targets "=" . (_) @value @destructure.local)
(switch_statement expr: (_) @value (switch_entry (switch_pattern (pattern) @targets)) @body) @destructure.local
((catch_block error: (pattern) @targets) @destructure.local (#set! early))

(control_transfer_statement "return" result: (_) @value) @return
(function_body (statements . [(call_expression) (constructor_expression) (navigation_expression) (simple_identifier) (self_expression) (line_string_literal) (array_literal) (dictionary_literal) (tuple_expression) (ternary_expression) (nil_coalescing_expression) (try_expression) (await_expression) (as_expression) (postfix_expression) (integer_literal) (boolean_literal) (switch_statement) (if_statement) (additive_expression) (prefix_expression)] @value .)) @return
(computed_property (statements . [(call_expression) (constructor_expression) (navigation_expression) (simple_identifier) (self_expression) (line_string_literal) (array_literal) (dictionary_literal) (tuple_expression) (ternary_expression) (nil_coalescing_expression) (try_expression) (await_expression) (as_expression) (postfix_expression) (integer_literal) (boolean_literal) (switch_statement) (if_statement) (additive_expression) (prefix_expression)] @value .)) @return
(computed_getter (statements . [(call_expression) (constructor_expression) (navigation_expression) (simple_identifier) (self_expression) (line_string_literal) (array_literal) (dictionary_literal) (tuple_expression) (ternary_expression) (nil_coalescing_expression) (try_expression) (await_expression) (as_expression) (postfix_expression) (integer_literal) (boolean_literal) (switch_statement) (if_statement) (additive_expression) (prefix_expression)] @value .)) @return

; What setters and observers are given
((property_declaration name: (_) @name . (type_annotation (_) @type .) . computed_value: (computed_property (computed_setter) @body)) @binding.narrowing (#set! name "newValue"))
((property_declaration name: (_) @name (type_annotation (_) @type .) (willset_didset_block (willset_clause) @body)) @binding.narrowing (#set! name "newValue"))
((property_declaration name: (_) @name (type_annotation (_) @type .) (willset_didset_block (didset_clause) @body)) @binding.narrowing (#set! name "oldValue"))

; Modifiers; what has none is seen in the module
(class_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(protocol_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(function_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(macro_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(init_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(subscript_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(property_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(typealias_declaration (modifiers (visibility_modifier) @_visible) (#match? @_visible "^(public|open)")) @flag.exported
(class_declaration (modifiers (visibility_modifier) @_hidden) (#any-of? @_hidden "private" "fileprivate")) @flag.private
(protocol_declaration (modifiers (visibility_modifier) @_hidden) (#any-of? @_hidden "private" "fileprivate")) @flag.private
(function_declaration (modifiers (visibility_modifier) @_hidden) (#any-of? @_hidden "private" "fileprivate")) @flag.private
(init_declaration (modifiers (visibility_modifier) @_hidden) (#any-of? @_hidden "private" "fileprivate")) @flag.private
(property_declaration (modifiers (visibility_modifier) @_hidden) (#any-of? @_hidden "private" "fileprivate")) @flag.private
(typealias_declaration (modifiers (visibility_modifier) @_hidden) (#any-of? @_hidden "private" "fileprivate")) @flag.private
(function_declaration (modifiers (property_modifier) @_static) (#any-of? @_static "static" "class")) @flag.static
(protocol_function_declaration (modifiers (property_modifier) @_static) (#any-of? @_static "static" "class")) @flag.static
(property_declaration (modifiers (property_modifier) @_static) (#any-of? @_static "static" "class")) @flag.static
(function_declaration . "class") @flag.static
(function_declaration (modifiers) . "class") @flag.static
(function_declaration "async") @flag.async
(protocol_function_declaration "async") @flag.async
(init_declaration "async") @flag.async

; Methods of a test case, by their names
((class_declaration (inheritance_specifier inherits_from: (user_type) @_base) body: (class_body (function_declaration name: (simple_identifier) @_name) @flag.test))
  (#match? @_base "TestCase$") (#match? @_name "^test"))

; What no condition ever compiles
((directive . ["#if" "#elseif"] . (boolean_literal) @_never .) @dead (#eq? @_never "false") (#set! ending "#endif"))
(if_statement condition: (boolean_literal) @_never . (statements) @dead (#eq? @_never "false"))
(while_statement condition: (boolean_literal) @_never . (statements) @dead (#eq? @_never "false"))
