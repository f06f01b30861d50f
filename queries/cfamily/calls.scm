(call_expression) @reference.call
(compound_literal_expression) @reference.construct
(sizeof_expression type: (_) @reference.type)
(alignof_expression type: (_) @reference.type)
(offsetof_expression type: (_) @reference.type)

; Functions as values: tables of them, callbacks
(argument_list (identifier) @reference.read)
(argument_list (pointer_expression argument: (identifier) @reference.read))
(initializer_list (identifier) @reference.read)
(initializer_list (pointer_expression argument: (identifier) @reference.read))
(initializer_list (cast_expression value: (identifier) @reference.read))
(initializer_pair value: [
  (identifier) @reference.read
  (pointer_expression argument: (identifier) @reference.read)
  (cast_expression value: (identifier) @reference.read)
])
(init_declarator value: [
  (identifier) @reference.read
  (pointer_expression argument: (identifier) @reference.read)
  (cast_expression value: (identifier) @reference.read)
])
(assignment_expression right: [
  (identifier) @reference.read
  (pointer_expression argument: (identifier) @reference.read)
  (cast_expression value: (identifier) @reference.read)
])
(return_statement (identifier) @reference.read)
(conditional_expression consequence: (identifier) @reference.read)
(conditional_expression alternative: (identifier) @reference.read)
(binary_expression operator: ["==" "!="] right: (identifier) @reference.read)
(argument_list (cast_expression value: (identifier) @reference.read))

; A macro that is another name
(preproc_def value: (preproc_arg) @reference.read (#match? @reference.read "^[A-Za-z_][A-Za-z0-9_]*$"))

; Fields and variables that are set
(assignment_expression left: [(identifier) (field_expression)] @reference.write)
(update_expression argument: [(identifier) (field_expression)] @reference.write)
