(package_declaration [(identifier) (scoped_identifier)] @name) @package

(import_declaration . (scoped_identifier scope: (_) @source name: (_) @name) .) @import.named
(import_declaration [(identifier) (scoped_identifier)] @source . (asterisk)) @import.wildcard
