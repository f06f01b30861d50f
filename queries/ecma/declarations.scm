; Scopes
(function_declaration) @scope.function
(generator_function_declaration) @scope.function
(function_expression) @scope.function
(generator_function) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function
(class_declaration) @scope.class
(class) @scope.class
(class_static_block) @scope.block
(statement_block) @scope.block
(for_statement) @scope.block
(for_in_statement) @scope.block
(switch_body) @scope.block
(catch_clause) @scope.block

; Modifiers
(function_declaration "async") @flag.async
(generator_function_declaration "async") @flag.async
(method_definition "async") @flag.async
(method_definition "static") @flag.static
(method_definition "get") @flag.accessor
(variable_declarator value: [(arrow_function "async") (function_expression "async") (generator_function "async")]) @flag.async
(pair value: [(arrow_function "async") (function_expression "async") (generator_function "async")]) @flag.async
(assignment_expression right: [(arrow_function "async") (function_expression "async") (generator_function "async")]) @flag.async
(export_statement value: [(arrow_function "async") (function_expression "async") (generator_function "async")]) @flag.async

; Functions and classes that are values
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body) @function) @definition.class
(pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.method
(method_definition name: (_) @name body: (_) @body) @definition.method
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (generator_function body: (_) @body)] @function
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (generator_function body: (_) @body)] @function
  (#not-any-of? @owner "exports" "module")) @definition.method
(assignment_expression
  left: (member_expression
    object: (member_expression property: (property_identifier) @_holder) @owner
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (generator_function body: (_) @body)] @function
  (#not-any-of? @_holder "prototype" "exports")) @definition.method

; Members of an object that a prototype is, or that is copied into one
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
  right: (object (pair key: [(property_identifier) (string)] @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.method)
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
  right: (object (method_definition name: (_) @name body: (_) @body) @definition.method)
  (#eq? @_prototype "prototype"))
(call_expression
  function: (member_expression property: (property_identifier) @_copies)
  arguments: (arguments
    . (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    (object (pair key: [(property_identifier) (string)] @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.method))
  (#eq? @_prototype "prototype") (#any-of? @_copies "assign" "extend" "mixin"))
(call_expression
  function: (member_expression property: (property_identifier) @_copies)
  arguments: (arguments
    . (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    (object (method_definition name: (_) @name body: (_) @body) @definition.method))
  (#eq? @_prototype "prototype") (#any-of? @_copies "assign" "extend" "mixin"))

; The same of variables that are declared elsewhere
((assignment_expression
  left: (identifier) @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.function
  (#set! assigned))
((augmented_assignment_expression
  left: (identifier) @name
  operator: ["||=" "&&=" "??="]
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.function
  (#set! assigned))
((assignment_expression left: (identifier) @name right: (class body: (_) @body) @function) @definition.class (#set! assigned))

; What a module offers without a name of its own
((export_statement
  value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @function) @definition.function
  (#set! name "default"))
((export_statement value: (class !name body: (_) @body) @function) @definition.class (#set! name "default"))
((export_statement value: (object) @value) @definition.constant (#set! name "default"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @function
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
  (#set! name "default"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (class !name body: (_) @body) @function
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.class
  (#set! name "default"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (function_expression name: (_) @name body: (_) @body) @function
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function
  (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function

; Classes that a member holds
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: (class body: (_) @body) @function
  (#not-any-of? @owner "exports" "module")) @definition.class
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
  right: (class body: (_) @body) @function
  (#eq? @_exports "exports")) @definition.class
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: (class body: (_) @body) @function
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.class
(pair key: [(property_identifier) (string)] @name value: (class body: (_) @body) @function) @definition.class

; Functions and classes that are values nobody else names
((function_expression name: (identifier) @name body: (_) @body) @definition.function (#set! inside))
((generator_function name: (identifier) @name body: (_) @body) @definition.function (#set! inside))
((class name: (_) @name body: (_) @body) @definition.class (#set! inside))
((class !name body: (_) @body) @definition.class (#set! name "<anonymous>"))

; Inside, one that has another name outside has its own too
((function_expression name: (identifier) @name) @value @binding.local (#set! early))
((generator_function name: (identifier) @name) @value @binding.local (#set! early))
((class name: (_) @name) @value @binding.local (#set! early))

; Variables
((variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable) (#set! hoist))
(lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)
(lexical_declaration
  kind: "let"
  (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)
(assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment
(augmented_assignment_expression
  left: (identifier) @name
  operator: ["||=" "&&=" "??="]
  right: (_) @value) @binding.assignment
(assignment_expression
  left: (member_expression object: (this) @object property: (_) @name)
  right: (_) @value) @member
((assignment_expression
  left: (subscript_expression object: (identifier) @name index: (_) @object)
  right: (_) @value) @binding.stored (#set! wrap keyed))
((call_expression
  function: (member_expression object: (identifier) @name property: (property_identifier) @_put)
  arguments: (arguments . (_) @value)) @binding.stored
  (#any-of? @_put "push" "unshift" "add") (#set! wrap listed))
((call_expression
  function: (member_expression
    object: (member_expression object: (this) @object property: (_) @name)
    property: (property_identifier) @_put)
  arguments: (arguments . (_) @value)) @binding.stored
  (#any-of? @_put "push" "unshift" "add") (#set! wrap listed))
(augmented_assignment_expression
  left: (member_expression object: (this) @object property: (_) @name)
  operator: ["||=" "&&=" "??="]
  right: (_) @value) @member

; Destructuring
((variable_declaration
  (variable_declarator name: [(object_pattern) (array_pattern)] @targets value: (_)? @value) @destructure.local) (#set! hoist) (#set! declares variable))
((lexical_declaration
  kind: "const"
  (variable_declarator name: [(object_pattern) (array_pattern)] @targets value: (_)? @value) @destructure.local) (#set! declares constant))
((lexical_declaration
  kind: "let"
  (variable_declarator name: [(object_pattern) (array_pattern)] @targets value: (_)? @value) @destructure.local) (#set! declares variable))
(assignment_expression left: [(object_pattern) (array_pattern)] @targets right: (_) @value) @destructure.assignment
((catch_clause parameter: (identifier) @name) @binding.local (#set! early))
((catch_clause parameter: [(object_pattern) (array_pattern)] @targets) @destructure.local (#set! early))

; Loops
((for_in_statement left: (identifier) @name operator: "of" right: (_) @value) @binding.local (#set! wrap element) (#set! early))
((for_in_statement left: (identifier) @name) @binding.local (#set! early))
((for_in_statement left: [(object_pattern) (array_pattern)] @targets operator: "of" right: (_) @value) @destructure.local (#set! wrap element) (#set! early))

; Parameters
(arrow_function parameter: (identifier) @name) @parameter

(return_statement (_) @value) @return
((yield_expression (_) @value) @return (#set! wrap generator))

; Narrowing: where the test holds
(if_statement
  condition: (parenthesized_expression
    (binary_expression left: (identifier) @name operator: "instanceof" right: (_) @type))
  consequence: (_) @body) @binding.narrowing
(if_statement
  condition: (parenthesized_expression
    (binary_expression
      left: (binary_expression left: (identifier) @name operator: "instanceof" right: (_) @type)
      operator: "&&"))
  consequence: (_) @body) @binding.narrowing
(ternary_expression
  condition: (binary_expression left: (identifier) @name operator: "instanceof" right: (_) @type)
  consequence: (_) @body) @binding.narrowing
(binary_expression
  left: (binary_expression left: (identifier) @name operator: "instanceof" right: (_) @type)
  operator: "&&"
  right: (_) @body) @binding.narrowing
(if_statement
  condition: (parenthesized_expression (binary_expression operator: "instanceof"))
  consequence: (expression_statement) @scope.block)
(ternary_expression
  condition: (binary_expression operator: "instanceof")
  consequence: (_) @scope.block)
(binary_expression left: (binary_expression operator: "instanceof") operator: "&&" right: (_) @scope.block)

; What never runs
(if_statement condition: (parenthesized_expression (_) @_never) consequence: (_) @dead (#any-of? @_never "false" "0" "null" "!1" "!true"))
(while_statement condition: (parenthesized_expression (_) @_never) body: (_) @dead (#any-of? @_never "false" "0" "null" "!1" "!true"))
