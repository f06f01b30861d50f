(jsx_opening_element name: (_) @name) @reference.call
(jsx_self_closing_element name: (_) @name) @reference.call
(jsx_expression (identifier) @reference.read)
