; Scopes
(function_definition) @scope.function
(lambda) @scope.function
(class_definition) @scope.class
(list_comprehension) @scope.function
(set_comprehension) @scope.function
(dictionary_comprehension) @scope.function
(generator_expression) @scope.function
(block) @scope.block

(function_definition name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(function_definition "async" @is.async name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(class_definition name: (_) @name body: (_) @body) @definition.class
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)]) right: (_) @type) @definition.type-alias

(assignment left: (identifier) @name right: (lambda body: (_) @body) @function) @definition.function
(assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @definition.variable
(assignment
  left: (attribute object: (identifier) @object attribute: (_) @name)
  type: (_)? @type
  right: (_)? @value) @member
((assignment left: [(pattern_list) (tuple_pattern) (list_pattern)] @targets right: (_) @value) @destructure.assignment (#set! declares variable))
(augmented_assignment left: (identifier) @name) @binding.assignment
((assignment
  left: (subscript value: (identifier) @name subscript: (_) @object)
  right: (_) @value) @binding.stored (#set! wrap keyed))
((call
  function: (attribute object: (identifier) @name attribute: (identifier) @_put)
  arguments: (argument_list . (_) @value)) @binding.stored
  (#any-of? @_put "append" "add" "appendleft") (#set! wrap listed))
((call
  function: (attribute
    object: (attribute object: (identifier) @object attribute: (_) @name)
    attribute: (identifier) @_put)
  arguments: (argument_list . (_) @value)) @binding.stored
  (#any-of? @_put "append" "add" "appendleft") (#set! wrap listed))
(named_expression name: (identifier) @name value: (_) @value) @binding.assignment

(global_statement (identifier) @name) @binding.outer
(nonlocal_statement (identifier) @name) @binding.outer

; Loops, context managers, handlers
((for_statement left: (identifier) @name right: (_) @value) @binding.assignment (#set! wrap element) (#set! early))
((for_statement left: [(pattern_list) (tuple_pattern)] @targets right: (_) @value) @destructure.assignment (#set! wrap element) (#set! early))
((for_in_clause left: (identifier) @name right: (_) @value) @binding.local (#set! wrap element) (#set! early))
((for_in_clause left: [(pattern_list) (tuple_pattern)] @targets right: (_) @value) @destructure.local (#set! wrap element) (#set! early))
((with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @name))) @binding.assignment (#set! wrap enter))
((except_clause value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @name))) @binding.assignment (#set! wrap instance) (#set! early))
(as_pattern alias: (as_pattern_target (identifier) @name)) @binding.assignment

; What patterns of `match` bind, and what they say of the subject
((case_pattern (dotted_name . (identifier) @name .)) @binding.assignment (#not-eq? @name "_"))
((keyword_pattern (identifier) . (dotted_name . (identifier) @name .)) @binding.assignment (#not-eq? @name "_"))
((splat_pattern (identifier) @name) @binding.assignment (#not-eq? @name "_"))
(as_pattern (case_pattern (class_pattern . (dotted_name) @type)) (identifier) @name) @binding.assignment
(as_pattern (case_pattern) (identifier) @name) @binding.assignment
(match_statement
  subject: (identifier) @name
  body: (block (case_clause (case_pattern (class_pattern . (dotted_name) @type)) consequence: (_) @body))) @binding.narrowing
(match_statement
  subject: (identifier) @name
  body: (block (case_clause
    (case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @type))))
    consequence: (_) @body))) @binding.narrowing

; Type parameters, in both spellings
(class_definition type_parameters: (type_parameter (type (identifier) @name @binding.type-parameter)))
(class_definition type_parameters: (type_parameter (type (constrained_type . (type (identifier) @name) . (type) @type) @binding.type-parameter)))
(function_definition type_parameters: (type_parameter (type (identifier) @name @binding.type-parameter)))
(function_definition type_parameters: (type_parameter (type (constrained_type . (type (identifier) @name) . (type) @type) @binding.type-parameter)))
(class_definition
  superclasses: (argument_list (subscript value: (identifier) @_base subscript: (identifier) @name @binding.type-parameter))
  (#any-of? @_base "Generic" "Protocol"))

; Parameters
(parameters (identifier) @name @parameter)
(parameters (typed_parameter . (identifier) @name type: (_) @type) @parameter)
(parameters (default_parameter name: (identifier) @name value: (_) @value) @parameter)
(parameters (typed_default_parameter name: (identifier) @name type: (_) @type value: (_) @value) @parameter)
(parameters (list_splat_pattern (identifier) @name) @is.variadic @parameter)
(parameters (dictionary_splat_pattern (identifier) @name) @is.variadic @parameter)
(parameters (typed_parameter (list_splat_pattern (identifier) @name)) @is.variadic @parameter)
(parameters (typed_parameter (dictionary_splat_pattern (identifier) @name)) @is.variadic @parameter)
(lambda_parameters (identifier) @name @parameter)
(lambda_parameters (default_parameter name: (identifier) @name value: (_) @value) @parameter)

(return_statement (_) @value) @return
((yield . (_) @value) @return (#set! wrap generator))

; Narrowing
(if_statement
  condition: (call function: (identifier) @_f arguments: (argument_list . (identifier) @name . (_) @type .))
  consequence: (_) @body
  (#eq? @_f "isinstance")) @binding.narrowing
(if_statement
  condition: (boolean_operator
    left: (call function: (identifier) @_f arguments: (argument_list . (identifier) @name . (_) @type .))
    operator: "and")
  consequence: (_) @body
  (#eq? @_f "isinstance")) @binding.narrowing
(elif_clause
  condition: (boolean_operator
    left: (call function: (identifier) @_f arguments: (argument_list . (identifier) @name . (_) @type .))
    operator: "and")
  consequence: (_) @body
  (#eq? @_f "isinstance")) @binding.narrowing
(elif_clause
  condition: (call function: (identifier) @_f arguments: (argument_list . (identifier) @name . (_) @type .))
  consequence: (_) @body
  (#eq? @_f "isinstance")) @binding.narrowing

; Code that never runs
(if_statement condition: (_) @_never consequence: (_) @dead (#any-of? @_never "False" "0" "None" "not True" "not 1"))
(elif_clause condition: (_) @_never consequence: (_) @dead (#any-of? @_never "False" "0" "None" "not True" "not 1"))
(while_statement condition: (_) @_never body: (_) @dead (#any-of? @_never "False" "0" "None" "not True" "not 1"))
(if_statement condition: (identifier) @_c consequence: (_) @dead (#eq? @_c "TYPE_CHECKING"))
(if_statement condition: (attribute attribute: (identifier) @_c) consequence: (_) @dead (#eq? @_c "TYPE_CHECKING"))
