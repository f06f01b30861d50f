(extends_clause value: (_) @base !type_arguments) @inherit.extends
(extends_clause type_arguments: (_)) @base @inherit.extends
(implements_clause (_) @base) @inherit.implements
(extends_type_clause type: (_) @base) @inherit.extends
