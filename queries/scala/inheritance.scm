(class_definition extend: (extends_clause type: (_) @base @inherit.extends))
(trait_definition extend: (extends_clause type: (_) @base @inherit.extends))
(object_definition extend: (extends_clause type: (_) @base @inherit.extends))
(package_object !body extend: (extends_clause type: (_) @base @inherit.extends))
(enum_definition extend: (extends_clause type: (_) @base @inherit.extends))
(simple_enum_case extend: (extends_clause type: (_) @base @inherit.extends))
(full_enum_case extend: (extends_clause type: (_) @base @inherit.extends))
(enum_definition name: (_) @base body: (enum_body (enum_case_definitions (full_enum_case !extend) @inherit.extends)))
(given_definition return_type: (_) @base @inherit.extends body: (with_template_body))
(instance_expression . [(type_identifier) (generic_type) (stable_type_identifier) (applied_constructor_type)] @base (template_body) @inherit.extends)
(instance_expression . (compound_type base: (_) @base) (template_body) @inherit.extends)
(instance_expression . (compound_type extra: (_) @base) (template_body) @inherit.extends)
(call_expression function: (call_expression function: (instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @base)) arguments: (block) @inherit.extends)
(infix_expression left: [(instance_expression . (_) @base) (call_expression function: (instance_expression . (_) @base))] operator: (identifier) @_with right: (call_expression arguments: (block) @inherit.extends) (#eq? @_with "with"))
(infix_expression operator: (identifier) @_with right: (call_expression function: (_) @base arguments: (block) @inherit.extends) (#eq? @_with "with"))

; What is exported of a value: all its members
((export_declaration . path: (identifier) . (namespace_wildcard)) @base @inherit.requires)

; A self type: what inherits the type is of that one too
(template_body (self_type [(type_identifier) (generic_type) (stable_type_identifier)] @base) @inherit.requires)
(template_body (self_type (compound_type base: (_) @base)) @inherit.requires)
(template_body (self_type (compound_type extra: (_) @base)) @inherit.requires)
