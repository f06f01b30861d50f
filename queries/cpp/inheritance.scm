(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) @inherit.extends
