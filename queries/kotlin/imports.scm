(package_header (qualified_identifier) @name) @package

(import (qualified_identifier (identifier) @name .) @source . (identifier) @alias) @import.named
(import (qualified_identifier (identifier) @name .) @source "*") @import.wildcard
(import (qualified_identifier (identifier) @name .) @source) @import.named
