(call !receiver method: (identifier) @_m arguments: (argument_list . (string (string_content) @source)) (#any-of? @_m "require" "load")) @import.side-effect
((call !receiver method: (identifier) @_m arguments: (argument_list . (string (string_content) @source)) (#eq? @_m "require_relative")) @import.side-effect (#set! beside))
(call method: (identifier) @_m arguments: (argument_list . (simple_symbol) . (string (string_content) @source)) (#eq? @_m "autoload")) @import.side-effect
