(extends_clause value: (_) @base) @inherit.extends
(implements_clause (_) @base) @inherit.implements
(extends_type_clause type: (_) @base) @inherit.extends
