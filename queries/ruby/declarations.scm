; Scopes
(class) @scope.class
(module) @scope.class
(method) @scope.function
(singleton_method) @scope.function
(block) @scope.function
(do_block) @scope.function
(lambda) @scope.function
(singleton_class value: (self)) @scope.block
(singleton_class value: [(constant) (scope_resolution)]) @scope.class
(then) @scope.block
(else) @scope.block
(do) @scope.block

; Types; each may be opened again elsewhere
(class name: (constant) @name body: (_)? @body) @is.partial @is.exported @definition.class
(class name: (scope_resolution scope: (_) @owner name: (_) @name) body: (_)? @body) @is.partial @is.exported @definition.class
(class name: (scope_resolution !scope name: (_) @name) body: (_)? @body) @is.partial @is.exported @definition.class
(module name: (constant) @name body: (_)? @body) @is.partial @is.exported @definition.trait
(module name: (scope_resolution scope: (_) @owner name: (_) @name) body: (_)? @body) @is.partial @is.exported @definition.trait
(module name: (scope_resolution !scope name: (_) @name) body: (_)? @body) @is.partial @is.exported @definition.trait

; Types that calls make
(assignment left: (constant) @name
  right: (call receiver: (constant) @_t method: (identifier) @_m block: (_)? @function @body)
  (#any-of? @_t "Struct" "Class" "Data") (#any-of? @_m "new" "define")) @is.partial @is.exported @definition.class
(assignment left: (constant) @name
  right: (call receiver: (constant) @_t method: (identifier) @_m block: (_)? @function @body)
  (#eq? @_t "Module") (#eq? @_m "new")) @is.partial @is.exported @definition.trait
(call receiver: (constant) @_t method: (identifier) @_m block: (_) @scope.class
  (#any-of? @_t "Struct" "Class" "Data" "Module") (#any-of? @_m "new" "define"))
(assignment left: (constant)
  right: (call receiver: (constant) @_t arguments: (argument_list (simple_symbol) @name @is.exported @definition.property))
  (#any-of? @_t "Struct" "Data"))

((call receiver: (constant) @_t method: (identifier) @_m block: (_) @body @definition.class)
  (#any-of? @_t "Struct" "Class" "Data") (#any-of? @_m "new" "define") (#set! name "<anonymous>"))
((call receiver: (constant) @_t method: (identifier) @_m block: (_) @body @definition.trait)
  (#eq? @_t "Module") (#eq? @_m "new") (#set! name "<anonymous>"))

; Bodies that add to a type that is named
(singleton_class value: [(constant) (scope_resolution)] @owner body: (_)? @body) @definition.extension
(call receiver: [(constant) (scope_resolution)] @owner method: (identifier) @_m block: (_) @body @definition.extension
  (#any-of? @_m "class_eval" "class_exec" "module_eval" "module_exec" "instance_eval" "instance_exec"))
(call receiver: [(constant) (scope_resolution)] method: (identifier) @_m block: (_) @scope.class
  (#any-of? @_m "class_eval" "class_exec" "module_eval" "module_exec" "instance_eval" "instance_exec"))
(call !receiver method: (identifier) @_m arguments: (argument_list . [(constant) (scope_resolution)] @owner) block: (_) @body @definition.extension
  (#eq? @_m "refine"))
(call !receiver method: (identifier) @_m arguments: (argument_list . [(constant) (scope_resolution)]) block: (_) @scope.class
  (#eq? @_m "refine"))

; Methods; what the last expression yields is the result
(method name: (_) @name body: (_)? @body) @is.exported @definition.function
(singleton_method object: (self) name: (_) @name body: (_)? @body) @is.static @is.exported @definition.function
; One in a method of a type is the type's; a capture more than the plain pattern has takes the name from it
((class body: (body_statement (method body: (body_statement
  (method name: (_) @name body: (_)? @body) @is.exported @is.static @definition.function))))
  (#set! skip))
((class body: (body_statement (method body: (body_statement
  (method name: (_) @name body: (_)? @body) @is.exported @definition.method))))
  (#set! in-type))
((module body: (body_statement (method body: (body_statement
  (method name: (_) @name body: (_)? @body) @is.exported @is.static @definition.function))))
  (#set! skip))
((module body: (body_statement (method body: (body_statement
  (method name: (_) @name body: (_)? @body) @is.exported @definition.method))))
  (#set! in-type))
((setter name: (identifier) @name) @definition.variable (#set! skip))
(singleton_method object: (constant) @owner name: (_) @name body: (_)? @body) @is.static @is.exported @definition.method
(singleton_method object: (identifier) name: (_) @name body: (_)? @body) @is.static @is.exported @definition.function
(call method: (identifier) @_m arguments: (argument_list . [(simple_symbol) (string (string_content))] @name) block: (_) @function @body
  (#eq? @_m "define_method")) @is.exported @definition.method
(call method: (identifier) @_m arguments: (argument_list . [(simple_symbol) (string (string_content))] @name) block: (_) @function @body
  (#eq? @_m "define_singleton_method")) @is.static @is.exported @definition.method
(call !receiver method: (identifier) @_m arguments: (argument_list . (string) @name) block: (_) @function @body
  (#any-of? @_m "it" "test" "specify" "scenario")) @is.test @definition.test
(method name: (_) @name body: (_)? @body (#match? @name "^test_")) @is.test @is.exported @definition.function
(method body: (body_statement (_) @value .)) @return
(method body: (body_statement (_) @value . [(rescue) (ensure)])) @return
((method body: (_) @value) @return (#not-match? @value "^\\s*$"))
(singleton_method body: (body_statement (_) @value .)) @return
(singleton_method body: (body_statement (_) @value . [(rescue) (ensure)])) @return
(return (argument_list . (_) @value .)) @return

; Accessors, aliases, constants
((call !receiver method: (identifier) @_m
  arguments: (argument_list (simple_symbol) @name @value @is.exported @definition.property))
  (#any-of? @_m "attr_reader" "attr_accessor" "attr_writer" "attr")
  (#set! wrap own) (#set! sigil "@"))
(call !receiver method: (identifier) @_m
  arguments: (argument_list (simple_symbol) @name @is.static @is.exported @definition.property)
  (#any-of? @_m "cattr_accessor" "mattr_accessor" "class_attribute" "cattr_reader" "mattr_reader"))
((alias name: (_) @name alias: (_) @value) @is.exported @definition.property (#set! wrap own))
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) @name . (string (string_content) @value) .)
  (#eq? @_m "alias_method")) @is.exported @definition.property (#set! wrap own))
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) @name . (_) @value .)
  (#eq? @_m "alias_method")) @is.exported @definition.property (#set! wrap own))
(assignment left: (constant) @name right: (_) @value) @is.static @is.exported @definition.constant
(operator_assignment left: (constant) @name right: (_) @value) @is.static @is.exported @definition.constant
((assignment left: (instance_variable) @name @object right: (_) @value) @member)
((operator_assignment left: (instance_variable) @name @object operator: "||=" right: (_) @value) @member)
((assignment left: (class_variable) @name @object right: (_) @value) @member)

; Visibility, and what belongs to the type itself
(singleton_class value: (self)) @flag.static
(singleton_class value: [(constant) (scope_resolution)] body: (_) @flag.static)
(call receiver: [(constant) (scope_resolution)] method: (identifier) @_m block: (_ body: (_) @flag.static)
  (#any-of? @_m "instance_eval" "instance_exec"))
(([(body_statement (identifier) @flag.private) (block_body (identifier) @flag.private)]) (#eq? @flag.private "private") (#set! onward))
(([(body_statement (identifier) @flag.exported) (block_body (identifier) @flag.exported)]) (#eq? @flag.exported "public") (#set! onward))
(([(body_statement (identifier) @flag.exported) (block_body (identifier) @flag.exported)]) (#eq? @flag.exported "protected") (#set! onward))
(call !receiver method: (identifier) @_m arguments: (argument_list [(method) (singleton_method)]) (#any-of? @_m "private" "private_class_method")) @flag.private

; Parameters
(method_parameters (identifier) @name @parameter)
(method_parameters (optional_parameter name: (_) @name value: (_) @value) @parameter)
(method_parameters (splat_parameter name: (_)? @name) @is.variadic @parameter)
(method_parameters (hash_splat_parameter name: (_)? @name) @is.variadic @parameter)
(method_parameters (forward_parameter) @is.variadic @parameter)
((method_parameters (keyword_parameter name: (_) @name value: (_)? @value) @parameter) (#set! optional))
(method_parameters (block_parameter name: (_) @name) @binding.parameter)
(block_parameters (identifier) @name @parameter)
(block_parameters (optional_parameter name: (_) @name value: (_) @value) @parameter)
(block_parameters (keyword_parameter name: (_) @name value: (_)? @value) @parameter)
(block_parameters [(splat_parameter name: (_)? @name) (hash_splat_parameter name: (_)? @name)] @parameter)
(block_parameters (block_parameter name: (_) @name) @binding.parameter)
(block_parameters locals: (identifier) @name @binding.parameter)
(lambda_parameters (identifier) @name @parameter)
(lambda_parameters (optional_parameter name: (_) @name value: (_) @value) @parameter)
(lambda_parameters (keyword_parameter name: (_) @name value: (_)? @value) @parameter)
(lambda_parameters (splat_parameter name: (_)? @name) @parameter)
(lambda_parameters (block_parameter name: (_) @name) @binding.parameter)
(block_parameters (destructured_parameter) @targets @tuple.parameter)
(destructured_parameter [(identifier) @name (splat_parameter name: (identifier) @name)] @binding.parameter)

; Variables
(assignment left: (identifier) @name right: (_) @value) @binding.assignment
(operator_assignment left: (identifier) @name right: (_) @value) @binding.assignment
((assignment left: (left_assignment_list) @targets right: (right_assignment_list) @values) @is.static @is.exported @tuple.assignment
  (#match? @targets "^[A-Z]") (#not-match? @targets "[ ,*(][a-z_@$]") (#set! declares constant))
((assignment left: (left_assignment_list) @targets right: (_) @value) @is.static @is.exported @tuple.assignment
  (#match? @targets "^[A-Z]") (#not-match? @targets "[ ,*(][a-z_@$]") (#set! declares constant))
((assignment left: (left_assignment_list) @targets right: (right_assignment_list) @values) @tuple.assignment)
((assignment left: (left_assignment_list) @targets right: (_) @value) @tuple.assignment)
(assignment left: (left_assignment_list (rest_assignment (constant) @name @definition.constant))) @is.static @is.exported
(left_assignment_list [(rest_assignment (identifier) @name) (destructured_left_assignment (identifier) @name)] @binding.assignment)
((for pattern: (identifier) @name value: (in (_) @value)) @binding.assignment (#set! wrap element) (#set! early))
((for pattern: (left_assignment_list) @targets value: (in (_) @value)) @tuple.assignment (#set! wrap element) (#set! early))
((rescue exceptions: (exceptions . (_) @value .) variable: (exception_variable (identifier) @name)) @binding.assignment (#set! wrap instance))
(exception_variable (identifier) @name) @binding.assignment
(in_clause pattern: (identifier) @name) @binding.assignment
[(array_pattern (identifier) @name) (find_pattern (identifier) @name)] @binding.assignment
(keyword_pattern value: (identifier) @name) @binding.assignment
(keyword_pattern key: (hash_key_symbol) @name !value) @binding.assignment
(as_pattern name: (identifier) @name) @binding.assignment
(array_pattern (splat_parameter name: (identifier) @name)) @binding.assignment

; Tests of a variable's class
(if condition: (call receiver: (identifier) @name method: (identifier) @_m arguments: (argument_list . (_) @type .)) consequence: (_) @body
  (#any-of? @_m "is_a?" "kind_of?" "instance_of?")) @binding.narrowing

(if condition: [(false) (nil)] consequence: (_) @dead)
(unless condition: (true) consequence: (_) @dead)
(while condition: [(false) (nil)] body: (_) @dead)
(if_modifier body: (_) @dead condition: [(false) (nil)])
(unless_modifier body: (_) @dead condition: (true))
