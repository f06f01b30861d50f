(new_expression) @reference.construct

; Objects that a declaration makes
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (init_declarator declarator: (identifier) value: [(argument_list) (initializer_list)] @arguments)) @reference.construct
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: (identifier)) @reference.construct
((declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (function_declarator declarator: (identifier)
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) !declarator)) @arguments)) @reference.construct
  (#set! local))
((declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (function_declarator declarator: (identifier) parameters: (parameter_list . (parameter_declaration
    type: [(type_identifier) (qualified_identifier)] declarator: (abstract_function_declarator))) @arguments)) @reference.construct
  (#set! local))
((declaration declarator: (function_declarator declarator: (identifier) parameters: (parameter_list (parameter_declaration
  type: (type_identifier) @name declarator: (abstract_function_declarator) @arguments) @reference.call)))
  (#set! local))
(field_initializer . [(field_identifier) (qualified_identifier) (template_method)] @type
  [(argument_list) (initializer_list)] @arguments) @reference.construct
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @type value: (_) @arguments) @reference.construct
(call_expression function: (qualified_identifier name: (template_function name: (identifier) @_make
  arguments: (template_argument_list . (type_descriptor) @type))) arguments: (_) @arguments
  (#any-of? @_make "make_unique" "make_shared")) @reference.construct

; Functions as values
(argument_list (qualified_identifier) @reference.read)
(argument_list (pointer_expression argument: (qualified_identifier) @reference.read))
(initializer_list (qualified_identifier) @reference.read)
(initializer_list (pointer_expression argument: (qualified_identifier) @reference.read))
(init_declarator value: (pointer_expression argument: (qualified_identifier) @reference.read))
(assignment_expression right: (pointer_expression argument: (qualified_identifier) @reference.read))
