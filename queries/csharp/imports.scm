(namespace_declaration name: (_) @name) @package
(file_scoped_namespace_declaration name: (_) @name) @package

; A namespace's types or, with `static`, a type's members
((using_directive "global" !name [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @source) @import.wildcard (#set! reexport))
(using_directive !name [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @source) @import.wildcard

; Other names for types and namespaces
((using_directive "global" name: (identifier) @alias (qualified_name qualifier: (_) @source name: [(identifier) @name (generic_name . (identifier) @name)])) @import.named (#set! reexport))
(using_directive name: (identifier) @alias (qualified_name qualifier: (_) @source name: [(identifier) @name (generic_name . (identifier) @name)])) @import.named
(using_directive name: (identifier) @alias . (identifier) @source) @import.module
