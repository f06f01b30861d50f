(superclass (_) @base) @inherit.extends
(assignment left: (constant) right: (call receiver: (constant) @_t arguments: (argument_list . (_) @base @inherit.extends) !block) (#eq? @_t "Class"))
(call receiver: (constant) @_t method: (identifier) @_m arguments: (argument_list . (_) @base) block: (_) @inherit.extends
  (#eq? @_t "Class") (#eq? @_m "new"))
(call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @base) (#eq? @_m "include")) @inherit.mixes
(call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @base @inherit.prepends) (#eq? @_m "prepend"))
(call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution) (self)] @base @inherit.lends) (#eq? @_m "extend"))
(singleton_class body: (body_statement (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @base @inherit.lends))) (#eq? @_m "include"))
((identifier) @base @inherit.lends (#eq? @base "module_function") (#set! wrap this))
