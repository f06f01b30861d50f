(inheritance_specifier ancestor: (_) @base) @inherit.extends
