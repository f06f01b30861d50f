(call_expression) @reference.call
(infix_expression) @reference.call
(constructor_delegation_call ["this" "super"] @name (value_arguments) @arguments) @reference.call
(class_declaration (delegation_specifiers (delegation_specifier (constructor_invocation (value_arguments) @name @arguments @reference.call))))
(object_declaration (delegation_specifiers (delegation_specifier (constructor_invocation (value_arguments) @name @arguments @reference.call))))
(object_literal) @reference.construct
(class_declaration name: (identifier) @type (enum_class_body (enum_entry (value_arguments) @arguments @reference.construct)))

; Functions as values
(callable_reference) @reference.read
(value_argument (navigation_expression) @reference.read)

; Types outside declarations; those of declarations and casts are read with them
(is_expression right: (_) @reference.type)
(type_test (_) @reference.type)
