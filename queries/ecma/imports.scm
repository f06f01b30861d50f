(import_statement
  (import_clause (identifier) @alias)
  source: (string) @source) @import.default

(import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (string) @source) @import.module

(import_statement
  (import_clause (named_imports (import_specifier name: _ @name alias: _? @alias)))
  source: (string) @source) @import.named

((import_statement source: (string) @source) @import.side-effect)

((export_statement
  (export_clause (export_specifier name: _ @name alias: _? @alias))
  source: (string) @source) @import.named (#set! reexport))

((export_statement
  (namespace_export (_) @alias)
  source: (string) @source) @import.module (#set! reexport))

((export_statement "*" . "from" source: (string) @source) @import.wildcard (#set! reexport))

(export_statement !source
  (export_clause (export_specifier name: (_) @value @name !alias) @export))

(export_statement !source
  (export_clause (export_specifier name: (_) @value alias: _ @name) @export))

((export_statement value: (_) @value) @export (#set! name "default"))
((export_statement "default" declaration: (_) @value) @export (#set! name "default"))
(export_statement declaration: (_)) @flag.exported
(export_statement "default") @flag.exported

; Imports at run time
((call_expression
  function: (import)
  arguments: (arguments . (string) @source)) @import.side-effect (#set! dynamic))

; CommonJS
((lexical_declaration
  (variable_declarator
    name: (identifier) @alias
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @source)))
  (#eq? @_require "require")) @import.module (#set! dynamic))

((variable_declaration
  (variable_declarator
    name: (identifier) @alias
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @source)))
  (#eq? @_require "require")) @import.module (#set! dynamic))

((lexical_declaration
  (variable_declarator
    name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
    ])
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @source)))
  (#eq? @_require "require")) @import.named (#set! dynamic))

((variable_declaration
  (variable_declarator
    name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
    ])
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @source)))
  (#eq? @_require "require")) @import.named (#set! dynamic))

((call_expression
  function: (identifier) @_require
  arguments: (arguments . (string) @source)
  (#eq? @_require "require")) @import.side-effect (#set! dynamic))

((assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @_exports)
  right: (_) @value
  (#eq? @_module "module")
  (#eq? @_exports "exports")) @export (#set! name "default"))

(assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @name)
  right: (_) @value
  (#eq? @_exports "exports")) @export

(assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @_module
      property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: (_) @value
  (#eq? @_module "module")
  (#eq? @_exports "exports")) @export
