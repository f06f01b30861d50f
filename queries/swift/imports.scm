(import_declaration ["class" "struct" "enum" "protocol" "typealias" "func" "var" "let"] (identifier (simple_identifier) @name .) @source) @import.named
(import_declaration (identifier (simple_identifier) @name .) @source) @import.wildcard
