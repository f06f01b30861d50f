(use_declaration (visibility_modifier)? @is.exported argument: (_) @source) @import-tree
(extern_crate_declaration name: (_) @source @alias !alias) @import.module
(extern_crate_declaration name: (_) @source alias: (_) @alias) @import.module
; The file that a module is told to lie in
((source_file (attribute_item (attribute (identifier) @_path value: (string_literal (string_content) @source))) . (mod_item !body) @import.side-effect)
  (#eq? @_path "path") (#set! beside))
((declaration_list (attribute_item (attribute (identifier) @_path value: (string_literal (string_content) @source))) . (mod_item !body) @import.side-effect)
  (#eq? @_path "path") (#set! beside))
