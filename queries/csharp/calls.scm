(invocation_expression) @reference.call
(object_creation_expression) @reference.construct
(constructor_initializer ["base" "this"] @name (argument_list) @arguments) @reference.call
(base_list . (_) . (argument_list) @name @arguments @reference.call)
(primary_constructor_base_type (argument_list) @name @arguments @reference.call)

; `new()` makes what is declared around it
(variable_declaration type: (_) @type (variable_declarator (implicit_object_creation_expression) @reference.construct))
(property_declaration type: (_) @type value: (implicit_object_creation_expression) @reference.construct)
(property_declaration type: (_) @type value: (arrow_expression_clause (implicit_object_creation_expression) @reference.construct))
(method_declaration returns: (_) @type body: (arrow_expression_clause (implicit_object_creation_expression) @reference.construct))
(parameter type: (_) @type (implicit_object_creation_expression) @reference.construct)

; Methods as values
(argument [(identifier) (member_access_expression)] @reference.read)
(assignment_expression right: [(identifier) (member_access_expression)] @reference.read)
(variable_declarator name: (_) [(identifier) (member_access_expression)] @reference.read)
(return_statement [(identifier) (member_access_expression)] @reference.read)

; Types outside declarations; those of declarations and casts are read with them
(is_expression right: (_) @reference.type)
(as_expression right: (_) @reference.type)
(type_pattern type: (_) @reference.type)
(recursive_pattern type: (_) @reference.type !name)
(constant_pattern [(identifier) (member_access_expression)] @reference.read)
(typeof_expression type: (_) @reference.type)
(default_expression type: (_) @reference.type)
(sizeof_expression type: (_) @reference.type)
(catch_declaration type: (_) @reference.type !name)

; Fields that are set
(assignment_expression left: [(identifier) (member_access_expression)] @reference.write)
