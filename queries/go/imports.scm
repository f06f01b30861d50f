(package_clause (_) @name) @package
(import_spec !name path: (_) @source) @import.module
(import_spec name: (package_identifier) @alias path: (_) @source) @import.module
(import_spec name: (dot) path: (_) @source) @import.wildcard
(import_spec name: (blank_identifier) path: (_) @source) @import.side-effect
