(call_expression) @reference.call
(infix_expression operator: (_) @_operator (#not-any-of? @_operator "&&" "||" "==" "!=" "eq" "ne" "with")) @reference.call
(instance_expression) @reference.construct
(class_definition extend: (extends_clause arguments: (_) @name @arguments @reference.call))
(object_definition extend: (extends_clause arguments: (_) @name @arguments @reference.call))

(assignment_expression left: (field_expression) @name) @reference.write
(assignment_expression left: (identifier) @name) @reference.write

; What a pattern takes apart: by `unapply`, which an object may have, or as a case class
(case_class_pattern type: (_) @reference.type)
((case_class_pattern type: (_) @name) @reference.read (#set! member "unapply"))

; A name alone may be a call; where a call names what it calls, it is one use
(field_expression) @reference.read
(field_expression value: (identifier) @reference.read)
(arguments (identifier) @reference.read)
(infix_expression left: (identifier) @reference.read)
(infix_expression right: (identifier) @reference.read)
(prefix_expression (identifier) @reference.read)
(postfix_expression (identifier) @reference.read)
(assignment_expression right: (identifier) @reference.read)
(block (identifier) @reference.read)
(indented_block (identifier) @reference.read)
(template_body (identifier) @reference.read)
(case_clause body: (identifier) @reference.read)
(function_definition body: (identifier) @reference.read)
(val_definition value: (identifier) @reference.read)
(var_definition value: (identifier) @reference.read)
(given_definition body: (identifier) @reference.read)
(match_expression value: (identifier) @reference.read)
(if_expression condition: (identifier) @reference.read)
(if_expression condition: (parenthesized_expression (identifier) @reference.read))
(if_expression consequence: (identifier) @reference.read)
(if_expression alternative: (identifier) @reference.read)
(while_expression condition: (parenthesized_expression (identifier) @reference.read))
(try_expression body: (identifier) @reference.read)
(return_expression (identifier) @reference.read)
(throw_expression (identifier) @reference.read)
(tuple_expression (identifier) @reference.read)
(lambda_expression (identifier) @reference.read .)
(colon_argument (indented_block (identifier) @reference.read))
(enumerator "<-" (identifier) @reference.read)
(enumerator "=" (identifier) @reference.read)
(for_expression body: (identifier) @reference.read)
(guard condition: (identifier) @reference.read)
(interpolation (identifier) @reference.read)
(generic_function function: (identifier) @reference.read)
