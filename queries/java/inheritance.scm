(superclass (_) @base) @inherit.extends
(super_interfaces (type_list (_) @base)) @inherit.implements
(extends_interfaces (type_list (_) @base)) @inherit.extends
(object_creation_expression type: (_) @base (class_body) @inherit.extends)
(enum_declaration name: (_) @base body: (enum_body (enum_constant body: (class_body) @inherit.extends)))
