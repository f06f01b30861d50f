(namespace_definition name: (_) @name) @package
((namespace_definition !name body: (_)) @package (#set! name ""))

; `use A\B`, for classes, functions and constants alike; a group repeats its prefix
(namespace_use_declaration (namespace_use_clause
  (qualified_name prefix: (namespace_name) @source (name) @name) !alias) @import.named)
(namespace_use_declaration (namespace_use_clause
  (qualified_name prefix: (namespace_name) @source (name) @name) alias: (name) @alias) @import.named)
(namespace_use_declaration (namespace_use_clause (name) @source @alias !alias) @import.module)
(namespace_use_declaration (namespace_use_clause . (name) @source alias: (name) @alias) @import.module)
(namespace_use_declaration (namespace_name) @source body: (namespace_use_group
  (namespace_use_clause (name) @name !alias) @import.named))
(namespace_use_declaration (namespace_name) @source body: (namespace_use_group
  (namespace_use_clause . (name) @name alias: (name) @alias) @import.named))

; Files
(require_expression (string (string_content) @source)) @import.side-effect
(require_once_expression (string (string_content) @source)) @import.side-effect
(include_expression (string (string_content) @source)) @import.side-effect
(include_once_expression (string (string_content) @source)) @import.side-effect
(require_expression (binary_expression left: (name) @_here right: (string (string_content) @source)) (#eq? @_here "__DIR__")) @import.side-effect
(require_once_expression (binary_expression left: (name) @_here right: (string (string_content) @source)) (#eq? @_here "__DIR__")) @import.side-effect
(include_expression (binary_expression left: (name) @_here right: (string (string_content) @source)) (#eq? @_here "__DIR__")) @import.side-effect
(include_once_expression (binary_expression left: (name) @_here right: (string (string_content) @source)) (#eq? @_here "__DIR__")) @import.side-effect
