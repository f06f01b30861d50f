; Any number of parameters, and those of an old definition, untyped
(function_declarator declarator: (identifier) parameters: (parameter_list (variadic_parameter) @is.variadic @parameter))
(type_definition type: (macro_type_specifier) @type declarator: (_) @name) @definition.type-alias
(function_declarator declarator: (identifier) parameters: (parameter_list (identifier) @name @parameter))

; What never runs, unless a jump to a label in it leads there
(if_statement condition: (parenthesized_expression (_) @_never) consequence: (_) @dead (#any-of? @_never "false" "0" "!1" "!true") (#not-match? @dead ":"))
(while_statement condition: (parenthesized_expression (_) @_never) body: (_) @dead (#any-of? @_never "false" "0" "!1" "!true") (#not-match? @dead ":"))
