(import_statement (import_require_clause (identifier) @alias source: (string) @source)) @import.module
