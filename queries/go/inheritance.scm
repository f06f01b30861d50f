; Embedded types
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: [(type_identifier) (qualified_type) (generic_type)] @base)))) @inherit.mixes
(type_spec type: (interface_type
  (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))) @inherit.mixes
