(import_statement (import_require_clause (identifier) @alias source: (string) @source)) @import.module
((export_statement "=" . (_) @value) @export (#set! name "default"))

; `import A = B.C`
((import_alias . (identifier) @name (_) @value) @binding.local (#set! early))
