; Scopes; a block of PHP declares nothing, but a test may narrow a name within it
(namespace_definition body: (_)) @scope.namespace
(class_declaration) @scope.class
(interface_declaration) @scope.class
(trait_declaration) @scope.class
(enum_declaration) @scope.class
(anonymous_class) @scope.class
(function_definition) @scope.function
(method_declaration) @scope.function
(anonymous_function) @scope.function
(arrow_function) @scope.function
(property_hook) @scope.function
(compound_statement) @scope.block
(match_conditional_expression) @scope.block

; Types
(class_declaration name: (_) @name body: (_) @body) @is.exported @definition.class
(interface_declaration name: (_) @name body: (_) @body) @is.exported @definition.interface
(trait_declaration name: (_) @name body: (_) @body) @is.exported @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @is.exported @definition.enum
((anonymous_class body: (_) @body) @definition.class (#set! name "<anonymous>"))
(enum_case name: (_) @name) @is.static @is.exported @definition.enum-member

; Functions
(function_definition name: (_) @name return_type: (_)? @type body: (_) @body) @is.exported @definition.function
(method_declaration name: (_) @name return_type: (_)? @type body: (_) @body) @is.exported @definition.method
(method_declaration name: (_) @name return_type: (_)? @type !body) @is.abstract @is.exported @definition.method

; Properties and constants: the whole declaration where it declares one, else each element
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name) default_value: (_)? @value) . (property_hook_list) @body .) @is.exported @definition.property
(property_declaration type: (_)? @type . (property_element name: (variable_name (name) @name) default_value: (_)? @value) .) @is.exported @definition.field
(property_declaration !type [(visibility_modifier) (var_modifier) (static_modifier) (readonly_modifier) (final_modifier) (abstract_modifier)]
  . (property_element name: (variable_name (name) @name) default_value: (_)? @value) .) @is.exported @definition.field
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name) default_value: (_)? @value) @is.exported @definition.field)
((property_promotion_parameter type: (_)? @type name: (variable_name (name) @name) (property_hook_list) @body) @is.exported @definition.property (#set! in-type))
((property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @is.exported @definition.field (#set! in-type))
(const_declaration . (const_element . (name) @name (_)? @value) .) @is.static @is.exported @definition.constant
(const_declaration (const_element . (name) @name (_)? @value) @is.static @is.exported @definition.constant)

; What a trait's method is called here too
(use_as_clause . (class_constant_access_expression) @value (name) @name .) @is.exported @definition.property
((use_as_clause . (name) @value (name) @name .) @is.exported @definition.property (#set! wrap own))

; A property is also what is first assigned to the instance
(assignment_expression left: (member_access_expression object: (variable_name) @object name: (name) @name) right: (_) @value) @member

; Modifiers
(method_declaration (visibility_modifier "private")) @flag.private
(property_declaration (visibility_modifier "private")) @flag.private
(property_promotion_parameter (visibility_modifier "private")) @flag.private
(const_declaration (visibility_modifier "private")) @flag.private
(method_declaration (static_modifier)) @flag.static
(property_declaration (static_modifier)) @flag.static
(class_declaration (abstract_modifier)) @flag.abstract

; Parameters
(formal_parameters (simple_parameter type: (_)? @type name: (_) @name default_value: (_)? @value) @parameter)
(formal_parameters (property_promotion_parameter type: (_)? @type name: (variable_name) @name default_value: (_)? @value) @parameter)
(formal_parameters (variadic_parameter name: (_) @name) @type @is.variadic @parameter)

; Variables
(assignment_expression left: (variable_name) @name right: (_) @value) @binding.assignment
(reference_assignment_expression left: (variable_name) @name right: (_) @value) @binding.assignment
(augmented_assignment_expression left: (variable_name) @name operator: "??=" right: (_) @value) @binding.assignment
(assignment_expression left: (list_literal) @targets right: (_) @value) @tuple.assignment
(static_variable_declaration name: (variable_name) @name value: (_)? @value) @binding.assignment
((foreach_statement . (_) @value . (variable_name) @name) @binding.assignment (#set! wrap element) (#set! early))
((foreach_statement . (_) @value . (by_ref (variable_name) @name)) @binding.assignment (#set! wrap element) (#set! early))
((foreach_statement . (_) @value . (pair (_) . (variable_name) @name)) @binding.assignment (#set! wrap element) (#set! early))
((foreach_statement . (_) @value . (pair (_) . (by_ref (variable_name) @name))) @binding.assignment (#set! wrap element) (#set! early))
((foreach_statement . (_) @value . (list_literal) @targets) @tuple.assignment (#set! wrap element) (#set! early))
(catch_clause type: (_) @type name: (variable_name) @name) @binding.assignment
(global_declaration (variable_name) @name @binding.outer)

; A test of a name's class holds in the branch behind it
(if_statement
  condition: (parenthesized_expression (binary_expression left: (variable_name) @name operator: "instanceof" right: (_) @type))
  body: (compound_statement) @body) @binding.narrowing
(if_statement
  condition: (parenthesized_expression (binary_expression left: (binary_expression left: (variable_name) @name operator: "instanceof" right: (_) @type) operator: "&&"))
  body: (compound_statement) @body) @binding.narrowing
(else_if_clause
  condition: (parenthesized_expression (binary_expression left: (variable_name) @name operator: "instanceof" right: (_) @type))
  body: (compound_statement) @body) @binding.narrowing

(return_statement (_) @value) @return
((yield_expression (_) @value) @return (#set! wrap generator))

(if_statement condition: (parenthesized_expression (_) @_never) body: (_) @dead (#any-of? @_never "false" "FALSE" "False" "0" "null" "!true" "!1"))
(while_statement condition: (parenthesized_expression (_) @_never) body: (_) @dead (#any-of? @_never "false" "FALSE" "False" "0" "null" "!true" "!1"))
