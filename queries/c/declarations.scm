; Any number of parameters, and those of an old definition, untyped
(function_declarator declarator: (identifier) parameters: (parameter_list (variadic_parameter) @is.variadic @parameter))
(type_definition type: (macro_type_specifier) @type declarator: (_) @name) @definition.type-alias
(function_declarator declarator: (identifier) parameters: (parameter_list (identifier) @name @parameter))
