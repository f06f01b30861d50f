(base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @base @inherit.extends)
(base_list (primary_constructor_base_type type: (_) @base) @inherit.extends)
