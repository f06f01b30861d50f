(class_declaration (delegation_specifiers (delegation_specifier (constructor_invocation . (_) @base)) @inherit.extends))
(class_declaration (delegation_specifiers (delegation_specifier . [(user_type) (function_type)] @base) @inherit.extends))
(class_declaration (delegation_specifiers (delegation_specifier (explicit_delegation . (_) @base)) @inherit.extends))
(object_declaration (delegation_specifiers (delegation_specifier (constructor_invocation . (_) @base)) @inherit.extends))
(object_declaration (delegation_specifiers (delegation_specifier . (user_type) @base) @inherit.extends))
(object_declaration (delegation_specifiers (delegation_specifier (explicit_delegation . (_) @base)) @inherit.extends))
(object_literal (delegation_specifiers (delegation_specifier (constructor_invocation . (_) @base))) (class_body) @inherit.extends)
(object_literal (delegation_specifiers (delegation_specifier . (user_type) @base)) (class_body) @inherit.extends)
(class_declaration name: (_) @base (enum_class_body (enum_entry (class_body) @inherit.extends)))

; What a companion offers is its class's too
(class_body (companion_object name: (_) @base)) @inherit.requires
(enum_class_body (companion_object name: (_) @base)) @inherit.requires
((class_body (companion_object !name)) @inherit.requires (#set! name "Companion"))
((enum_class_body (companion_object !name)) @inherit.requires (#set! name "Companion"))
(companion_object (delegation_specifiers (delegation_specifier [(constructor_invocation . (_) @base) (user_type) @base]) @inherit.extends))
