(import_statement name: (dotted_name . (identifier) @name @alias) @source) @import.module
(import_statement name: (aliased_import name: (_) @source alias: (_) @alias)) @import.module
(import_from_statement module_name: (_) @source name: (dotted_name) @name) @import.named
(import_from_statement module_name: (_) @source name: (aliased_import name: (_) @name alias: (_) @alias)) @import.named
(import_from_statement module_name: (_) @source (wildcard_import)) @import.wildcard

; The names that a star import brings in
(assignment
  left: (identifier) @_all
  right: [(list (string) @name) (tuple (string) @name)]
  (#eq? @_all "__all__")) @export
(assignment
  left: (identifier) @_all
  right: (binary_operator [(list (string) @name) (tuple (string) @name) (binary_operator [(list (string) @name) (tuple (string) @name)])])
  (#eq? @_all "__all__")) @export
(augmented_assignment
  left: (identifier) @_all
  right: [(list (string) @name) (tuple (string) @name)]
  (#eq? @_all "__all__")) @export
(call
  function: (attribute object: (identifier) @_all attribute: (identifier) @_adds)
  arguments: (argument_list [(string) @name (list (string) @name) (tuple (string) @name)])
  (#eq? @_all "__all__")
  (#any-of? @_adds "append" "extend")) @export
