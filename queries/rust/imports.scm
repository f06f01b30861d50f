(use_declaration (visibility_modifier)? @is.exported argument: (_) @source) @import-tree
(extern_crate_declaration name: (_) @source @alias !alias) @import.module
(extern_crate_declaration name: (_) @source alias: (_) @alias) @import.module
