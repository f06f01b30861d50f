; Scopes
(namespace_declaration) @scope.namespace
(class_declaration) @scope.class
(struct_declaration) @scope.class
(interface_declaration) @scope.class
(record_declaration) @scope.class
(enum_declaration) @scope.class
(delegate_declaration) @scope.class
(method_declaration) @scope.function
(constructor_declaration name: (_) @_name (#not-eq? @_name "extension")) @scope.function
(constructor_declaration name: (_) @_name (#eq? @_name "extension")) @scope.class
(destructor_declaration) @scope.function
(operator_declaration) @scope.function
(conversion_operator_declaration) @scope.function
(local_function_statement) @scope.function
(lambda_expression) @scope.function
(anonymous_method_expression) @scope.function
(accessor_declaration) @scope.function
(indexer_declaration) @scope.function
(block) @scope.block
(for_statement) @scope.block
(foreach_statement) @scope.block
(using_statement) @scope.block
(fixed_statement) @scope.block
(catch_clause) @scope.block
(switch_section) @scope.block
(switch_expression_arm) @scope.block
(query_expression) @scope.block

; Types
(class_declaration name: (_) @name body: (_)? @body) @definition.class
(struct_declaration name: (_) @name body: (_)? @body) @definition.struct
(interface_declaration name: (_) @name body: (_)? @body) @definition.interface
(record_declaration name: (_) @name body: (_)? @body) @definition.record
(enum_declaration name: (_) @name body: (_)? @body) @definition.enum
(delegate_declaration name: (_) @name) @type @definition.type-alias

; Functions
(method_declaration returns: (_) @type name: (_) @name body: (_) @body) @definition.method
(method_declaration returns: (_) @type name: (_) @name !body) @is.abstract @definition.method
(constructor_declaration name: (_) @name body: (_)? @body (#not-eq? @name "extension")) @definition.constructor
(destructor_declaration name: (_) @name body: (_)? @body) @definition.destructor
(operator_declaration type: (_) @type operator: _ @name body: (_)? @body) @is.static @definition.operator
(conversion_operator_declaration type: (_) @type @name body: (_)? @body) @is.static @definition.operator
(local_function_statement type: (_) @type name: (_) @name body: (_)? @body) @definition.function

; A method whose first parameter is marked is called on values of its type
(method_declaration parameters: (parameter_list . (parameter (modifier) @_this)) (#eq? @_this "this")) @flag.extension

; A block of them, which the grammar takes for a constructor and its methods for functions in it
(constructor_declaration name: (_) @_name parameters: (parameter_list . (parameter type: (_) @owner)) body: (_) @body (#eq? @_name "extension")) @definition.extension

; Fields, properties and events: the whole declaration where it declares one, else each declarator
(field_declaration (variable_declaration
  type: (_) @type . (variable_declarator name: (identifier) @name (_)? @value) .)) @definition.field
(field_declaration (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @definition.field))
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field
(event_declaration type: (_) @type name: (_) @name accessors: (_)? @body) @definition.property
(property_declaration type: (_) @type name: (_) @name accessors: (_) @body value: (_)? @value) @definition.property
(property_declaration type: (_) @type name: (_) @name !accessors value: (arrow_expression_clause (_) @value) @body) @definition.property
((indexer_declaration type: (_) @type [(accessor_list) (arrow_expression_clause)] @body) @definition.method (#set! name "this[]"))
(enum_member_declaration name: (_) @name value: (_)? @value) @is.static @is.exported @definition.enum-member

; The parameters of a type are those of a constructor, and seen in its body; of a record they are properties
((record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @is.exported @definition.property)) (#set! in-type))
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name "=" (_) @value) @parameter))
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(class_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name "=" (_) @value) @parameter))
(class_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(struct_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name "=" (_) @value) @parameter))
(struct_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))

; Modifiers; members of interfaces are visible wherever the interface is
(class_declaration (modifier ["public" "protected"])) @flag.exported
(struct_declaration (modifier ["public" "protected"])) @flag.exported
(interface_declaration (modifier ["public" "protected"])) @flag.exported
(record_declaration (modifier ["public" "protected"])) @flag.exported
(enum_declaration (modifier ["public" "protected"])) @flag.exported
(delegate_declaration (modifier ["public" "protected"])) @flag.exported
(method_declaration (modifier ["public" "protected"])) @flag.exported
(constructor_declaration (modifier ["public" "protected"])) @flag.exported
(local_function_statement (modifier ["public" "protected"])) @flag.exported
(operator_declaration (modifier "public")) @flag.exported
(conversion_operator_declaration (modifier "public")) @flag.exported
(field_declaration (modifier ["public" "protected"])) @flag.exported
(property_declaration (modifier ["public" "protected"])) @flag.exported
(indexer_declaration (modifier ["public" "protected"])) @flag.exported
(event_declaration (modifier ["public" "protected"])) @flag.exported
(event_field_declaration (modifier ["public" "protected"])) @flag.exported
(interface_declaration body: (declaration_list) @flag.exported)
(class_declaration (modifier "private")) @flag.private
(struct_declaration (modifier "private")) @flag.private
(interface_declaration (modifier "private")) @flag.private
(record_declaration (modifier "private")) @flag.private
(enum_declaration (modifier "private")) @flag.private
(delegate_declaration (modifier "private")) @flag.private
(method_declaration (modifier "private")) @flag.private
(constructor_declaration (modifier "private")) @flag.private
(local_function_statement (modifier "private")) @flag.private
(field_declaration (modifier "private")) @flag.private
(property_declaration (modifier "private")) @flag.private
(indexer_declaration (modifier "private")) @flag.private
(event_field_declaration (modifier "private")) @flag.private
(class_declaration (modifier "static")) @flag.static
(method_declaration (modifier "static")) @flag.static
(constructor_declaration (modifier "static")) @flag.static
(field_declaration (modifier ["static" "const"])) @flag.static
(property_declaration (modifier "static")) @flag.static
(event_declaration (modifier "static")) @flag.static
(event_field_declaration (modifier "static")) @flag.static
(local_function_statement (modifier "static")) @flag.static
(class_declaration (modifier "abstract")) @flag.abstract
(record_declaration (modifier "abstract")) @flag.abstract
(property_declaration (modifier "abstract")) @flag.abstract
(method_declaration (modifier "async")) @flag.async
(local_function_statement (modifier "async")) @flag.async
(class_declaration (modifier "partial")) @flag.partial
(struct_declaration (modifier "partial")) @flag.partial
(interface_declaration (modifier "partial")) @flag.partial
(record_declaration (modifier "partial")) @flag.partial

; Type parameters and their bounds
(type_parameter name: (identifier) @name) @binding.type-parameter
(type_parameter_constraints_clause . (identifier) @name (type_parameter_constraint type: (_) @type)) @binding.type-parameter

; Parameters
(method_declaration parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name "=" (_) @value) @parameter))
(method_declaration parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(method_declaration parameters: (parameter_list "params" type: (_) @type name: (identifier) @name @is.variadic @parameter))
(constructor_declaration parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name "=" (_) @value) @parameter))
(constructor_declaration parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(constructor_declaration parameters: (parameter_list "params" type: (_) @type name: (identifier) @name @is.variadic @parameter))
(operator_declaration parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(conversion_operator_declaration parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(local_function_statement parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name "=" (_) @value) @parameter))
(local_function_statement parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(local_function_statement parameters: (parameter_list "params" type: (_) @type name: (identifier) @name @is.variadic @parameter))
(lambda_expression parameters: (implicit_parameter) @name @parameter)
(lambda_expression parameters: (parameter_list (parameter type: (_)? @type name: (identifier) @name) @parameter))
(anonymous_method_expression parameters: (parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(indexer_declaration parameters: (bracketed_parameter_list (parameter type: (_) @type name: (identifier) @name) @parameter))
(indexer_declaration parameters: (bracketed_parameter_list "params" type: (_) @type name: (identifier) @name @is.variadic @parameter))

; Locals
(local_declaration_statement (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @binding.local))
(for_statement initializer: (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @binding.local))
(using_statement (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @binding.local))
(fixed_statement (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name (_)? @value) @binding.local))
(variable_declarator (tuple_pattern) @targets (_) @value) @tuple.local
((foreach_statement type: (implicit_type) left: (identifier) @name right: (_) @value) @binding.local
  (#set! wrap element) (#set! early))
((foreach_statement type: (_) @type left: (identifier) @name) @binding.local (#set! early))
((foreach_statement left: (tuple_pattern) @targets right: (_) @value) @tuple.local (#set! wrap element) (#set! early))
((catch_clause (catch_declaration type: (_) @type name: (identifier) @name)) @binding.local (#set! early))
(declaration_expression type: (_) @type name: (identifier) @name) @binding.local

; Patterns
(declaration_pattern type: (_) @type name: (identifier) @name) @binding.local
(recursive_pattern type: (_) @type name: (identifier) @name) @binding.local
(is_pattern_expression expression: (_) @value pattern: (var_pattern name: (identifier) @name)) @binding.local
(is_pattern_expression expression: (_) @value pattern: (recursive_pattern !type name: (identifier) @name)) @binding.local

; Queries
((from_clause name: (identifier) @name . (_) @value) @binding.local (#set! wrap element) (#set! early))
((from_clause type: (_) @type name: (identifier) @name) @binding.local (#set! early))
(let_clause . (identifier) @name (_) @value) @binding.local
((join_clause . (identifier) @name . (_) @value) @binding.local (#set! wrap element))

(expression_statement (assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment)

(return_statement (_) @value) @return
(arrow_expression_clause (_) @value) @return

; What a setter is given
((property_declaration type: (_) @type name: (_) @name accessors: (accessor_list (accessor_declaration ["set" "init"]) @body)) @binding.narrowing (#set! name "value"))
((indexer_declaration type: (_) @type accessors: (accessor_list (accessor_declaration "set") @name @body)) @binding.narrowing (#set! name "value"))

; What never runs
(if_statement condition: (_) @_never consequence: (_) @dead (#any-of? @_never "false" "!true"))
(while_statement condition: (_) @_never body: (_) @dead (#any-of? @_never "false" "!true"))

; Where a program begins
(method_declaration (modifier "static") name: (identifier) @_name (#eq? @_name "Main")) @flag.run
