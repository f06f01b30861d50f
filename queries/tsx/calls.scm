; A tag in lower case is an element of the host
((jsx_opening_element name: (identifier) @name) @reference.call (#match? @name "^[^a-z-][^-]*$"))
((jsx_self_closing_element name: (identifier) @name) @reference.call (#match? @name "^[^a-z-][^-]*$"))
(jsx_opening_element name: (member_expression) @name) @reference.call
(jsx_self_closing_element name: (member_expression) @name) @reference.call
(jsx_expression [(identifier) (member_expression)] @reference.read)
