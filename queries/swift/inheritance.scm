(class_declaration (inheritance_specifier inherits_from: (_) @base @inherit.extends))
(protocol_declaration (inheritance_specifier inherits_from: (_) @base @inherit.extends))
