(call) @reference.call
(decorator (identifier) @reference.decorate)
(decorator (attribute) @reference.decorate)

; Functions as values
(argument_list (identifier) @reference.read)
(argument_list (attribute) @reference.read)
(keyword_argument value: (identifier) @reference.read)
(keyword_argument value: (attribute) @reference.read)
(assignment right: (identifier) @reference.read)
(assignment right: (attribute) @reference.read)
(pair value: (identifier) @reference.read)
(pair value: (attribute) @reference.read)
(list (identifier) @reference.read)
(tuple (identifier) @reference.read)
(return_statement (identifier) @reference.read)

; Fields that are set; assignments to names are bindings
(assignment left: (attribute) @reference.write)
(augmented_assignment left: [(identifier) (attribute)] @reference.write)

; A type that is raised is called
(raise_statement . (identifier) @reference.call)
(raise_statement . (attribute) @reference.call)

; What loops and `with` call
(for_statement right: (_) @reference.iterate)
(for_statement right: (_) @reference.next)
(for_in_clause right: (_) @reference.iterate)
(for_in_clause right: (_) @reference.next)
(with_item value: (as_pattern . (_) @reference.enter))
(with_item value: (as_pattern . (_) @reference.leave))
(with_item value: [(identifier) (attribute) (call) (subscript) (await)] @reference.enter)
(with_item value: [(identifier) (attribute) (call) (subscript) (await)] @reference.leave)

; Members named by strings
((call function: (identifier) @_g arguments: (argument_list . (_) @object . (string . (string_start) . (string_content) @name . (string_end) .)))
  @reference.read (#eq? @_g "getattr"))
((call function: (call function: (identifier) @_g arguments: (argument_list . (_) @object . (string . (string_start) . (string_content) @name . (string_end) .))))
  @reference.call (#eq? @_g "getattr"))

; Types that patterns name
(class_pattern . (dotted_name) @reference.type)
