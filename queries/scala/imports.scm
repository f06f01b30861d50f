; Clauses one behind the other and clauses with a body; what is in a package object is in the package
(compilation_unit (package_clause !body name: (_) @name @package))
(package_clause name: (_) @name body: (_) @package)
(package_object name: (_) @name body: (_) @package)

(import_declaration) @import-tree
