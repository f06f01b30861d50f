(function_call_expression) @reference.call
(member_call_expression) @reference.call
(nullsafe_member_call_expression) @reference.call
(scoped_call_expression) @reference.call
(object_creation_expression) @reference.construct

; Types outside declarations; those of declarations are read with them
(binary_expression operator: "instanceof" right: [(name) (qualified_name) (relative_name)] @reference.type)
(class_constant_access_expression . [(name) (qualified_name)] @reference.type)
(catch_clause type: (type_list (named_type) @reference.type) !name)
