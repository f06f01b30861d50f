(call_expression) @reference.call
(struct_expression) @reference.construct
(macro_invocation macro: (_) @name) @reference.expand

; Code inside macro arguments; what quotes code for another place is not run here
((macro_invocation
  macro: (_) @_macro
  (token_tree . ["(" "["]) @embedded)
  (#not-any-of? @_macro "quote" "quote_spanned" "parse_quote" "parse_quote_spanned" "stringify" "macro_rules" "concat" "include_str" "include_bytes" "include" "env" "option_env" "cfg" "matches" "assert_matches" "debug_assert_matches"))
((macro_invocation
  macro: (_) @_macro
  (token_tree . "(") @embedded)
  (#any-of? @_macro "matches" "assert_matches" "debug_assert_matches")
  (#set! operand))
((macro_invocation
  macro: (_) @_macro
  (token_tree . "{") @embedded.inner)
  (#not-any-of? @_macro "quote" "quote_spanned" "parse_quote" "parse_quote_spanned" "stringify" "macro_rules"))

; Functions, constants and enumeration members as values
(arguments [(identifier) (scoped_identifier)] @reference.read)
(let_declaration value: [(identifier) (scoped_identifier)] @reference.read)
(field_initializer value: [(identifier) (scoped_identifier)] @reference.read)
(shorthand_field_initializer (identifier) @reference.read)
(array_expression [(identifier) (scoped_identifier)] @reference.read)
(tuple_expression [(identifier) (scoped_identifier)] @reference.read)
(reference_expression value: [(identifier) (scoped_identifier)] @reference.read)
(const_item value: [(identifier) (scoped_identifier)] @reference.read)
(static_item value: [(identifier) (scoped_identifier)] @reference.read)
(assignment_expression right: [(identifier) (scoped_identifier)] @reference.read)
(match_arm value: (scoped_identifier) @reference.read)
(return_expression [(identifier) (scoped_identifier)] @reference.read)
(block (scoped_identifier) @reference.read .)
(binary_expression (scoped_identifier) @reference.read)
(closure_expression body: (scoped_identifier) @reference.read)

; Enumeration members and types in patterns
(match_pattern (scoped_identifier) @reference.read)
(or_pattern (scoped_identifier) @reference.read)
(tuple_struct_pattern type: (scoped_identifier) @reference.read)
(struct_pattern type: (_) @reference.read)

; Fields and statics that are set
(assignment_expression left: [(identifier) (field_expression)] @reference.write)
(compound_assignment_expr left: [(identifier) (field_expression)] @reference.write)
