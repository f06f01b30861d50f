((call receiver: (_)) @reference.call)
((call !receiver method: (_) @_m) @reference.call (#not-any-of? @_m
  "include" "extend" "prepend" "require" "require_relative" "load" "autoload" "attr_reader" "attr_writer" "attr_accessor" "attr"
  "alias_method" "define_method" "define_singleton_method" "private" "public" "protected" "module_function" "private_constant" "private_class_method"))
((identifier) @reference.call (#not-any-of? @reference.call
  "include" "extend" "prepend" "require" "require_relative" "load" "autoload" "attr_reader" "attr_writer" "attr_accessor" "attr"
  "alias_method" "define_method" "define_singleton_method" "private" "public" "protected" "module_function" "private_constant" "private_class_method"))
(super) @reference.call

; What is assigned to a member is passed to its setter
((assignment left: (call receiver: (_)) @name) @reference.call (#set! ending "="))
((operator_assignment left: (call receiver: (_)) @name) @reference.call)

; Methods named by symbols: callbacks, handlers
(argument_list (simple_symbol) @reference.read)
(block_argument (simple_symbol) @reference.read)
(pair value: (simple_symbol) @reference.read)
((call receiver: (_) @object method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name)) @reference.read
  (#any-of? @_m "method" "public_method" "instance_method"))

; Methods called by a symbol
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name)) @reference.call
  (#any-of? @_m "send" "__send__" "public_send"))
((call receiver: (_) @object method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name)) @reference.call
  (#any-of? @_m "send" "__send__" "public_send"))

(argument_list [(constant) (scope_resolution)] @reference.read)
(assignment right: [(constant) (scope_resolution)] @reference.read)
(array [(constant) (scope_resolution)] @reference.read)
(pair value: [(constant) (scope_resolution)] @reference.read)
(call receiver: [(constant) (scope_resolution)] @reference.read)
(exceptions [(constant) (scope_resolution)] @reference.type)
(pattern [(constant) (scope_resolution)] @reference.type)
