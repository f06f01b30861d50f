(method_invocation) @reference.call
(object_creation_expression) @reference.construct
(object_creation_expression type: (_) @name arguments: (_) @arguments (class_body)) @reference.construct
(explicit_constructor_invocation) @reference.call
(enum_constant) @reference.construct

; Methods as values
(method_reference "::" (identifier)) @reference.read
(method_reference . [(identifier) (field_access) (generic_type)] @name "new") @reference.construct

; Types outside declarations; those of declarations and casts are read with them
(instanceof_expression right: (_) @reference.type !name)
(record_pattern . (_) @reference.type)
(class_literal (_) @reference.type)
(throws (_) @reference.type)
(permits (type_list (_) @reference.type))
(marker_annotation name: (_) @reference.type)
(annotation name: (_) @reference.type)

; Fields that are set
(assignment_expression left: [(identifier) (field_access)] @reference.write)
(update_expression [(identifier) (field_access)] @reference.write)
