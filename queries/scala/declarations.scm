; Scopes
(package_clause body: (_) @scope.namespace)
(package_object body: (_) @scope.namespace)
(class_definition) @scope.class
(trait_definition) @scope.class
(object_definition) @scope.class
(package_object !body) @scope.class
(call_expression function: (call_expression function: (instance_expression)) arguments: (block) @scope.class)
(infix_expression operator: (identifier) @_with right: (call_expression arguments: (block) @scope.class) (#eq? @_with "with"))
(enum_definition) @scope.class
(full_enum_case) @scope.class
(type_definition) @scope.class
(given_definition body: (with_template_body)) @scope.class
(instance_expression (template_body) @scope.class)
(function_definition) @scope.function
(function_declaration) @scope.function
(lambda_expression) @scope.function
(colon_argument) @scope.function
(call_expression arguments: (case_block) @scope.function)
(infix_expression right: (case_block) @scope.function)
(extension_definition) @scope.block
(given_definition !body) @scope.block
(block) @scope.block
(indented_block) @scope.block
(case_clause) @scope.block
(for_expression) @scope.block

; Types; classes that extend what test libraries offer are tests; an object is the only instance of its own, and goes by the name that its class may have too
((class_definition name: (_) @name extend: (extends_clause type: (_) @_base) body: (_)? @body) @is.test @definition.class
  (#match? @_base "^(munit\\.|scalatest\\.|specs2\\.)?(mutable\\.)?(Any|Async|Fixture)?(Fun|Flat|Word|Free|Prop|Feature|Ref|Property|Func|DisciplineFun|ScalaCheck|CatsEffect|ZIO)+(Suite|Spec|SpecLike|SuiteLike|SpecDefault)$|^(Specification|Properties|TestSuite|ScalaCheckSuite|DisciplineSuite|CatsEffectSuite)$"))
(class_definition name: (_) @name body: (_)? @body) @definition.class
(trait_definition name: (_) @name body: (_)? @body) @definition.trait
((object_definition name: (_) @name extend: (extends_clause type: (_) @_base) body: (_)? @body) @is.static @is.exported @is.run @definition.class (#any-of? @_base "App" "IOApp" "IOApp.Simple" "ZIOAppDefault"))
((object_definition name: (_) @name extend: (extends_clause type: (_) @_base) body: (_)? @body) @is.static @is.test @definition.class (#any-of? @_base "TestSuite" "ZIOSpecDefault" "Properties"))
(object_definition name: (_) @name body: (_)? @body) @is.static @definition.class
(package_object name: (_) @name !body) @is.static @definition.class
(package_object name: (_) @name body: (_) @body) @is.static @definition.namespace
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(full_enum_case name: (_) @name) @definition.class
(simple_enum_case name: (_) @name) @is.static @definition.enum-member
(type_definition name: (_) @name type: (_)? @type) @definition.type-alias
(given_definition name: (_) @name body: (with_template_body) @body) @is.static @definition.class
((given_definition !name body: (with_template_body) @body) @is.static @definition.class (#set! name "<given>"))
((instance_expression (template_body) @definition.class) (#set! name "<anonymous>"))
; The grammar takes what stands behind a second list of arguments for a block, and `with` for an operator
((call_expression function: (call_expression function: (instance_expression)) arguments: (block) @definition.class) (#set! name "<anonymous>"))
((infix_expression operator: (identifier) @_with right: (call_expression arguments: (block) @definition.class) (#eq? @_with "with")) (#set! name "<anonymous>"))
((call_expression function: (call_expression function: (instance_expression)) arguments: (block)) @name @definition.variable (#set! skip))
((infix_expression operator: (identifier) @_with right: (call_expression arguments: (block)) @name @definition.variable (#eq? @_with "with")) (#set! skip))

; Functions; those of an extension and of an implicit class are called on what these are of
((extension_definition parameters: (parameters . "(" . (parameter type: (_) @owner)) body: (function_definition name: (_) @name return_type: (_)? @type body: (_) @body) @is.extension @definition.function) (#set! hoist))
(class_definition (modifiers "implicit") class_parameters: (class_parameters . "(" . (class_parameter type: (_) @owner)) body: (template_body (function_definition name: (_) @name return_type: (_)? @type body: (_) @body) @is.extension @definition.function))
(function_definition name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(function_declaration name: (_) @name return_type: (_)? @type) @is.abstract @definition.function

; Values; in a function they are locals
(val_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @definition.variable
(val_definition pattern: (identifiers (identifier) @name) type: (_)? @type value: (_) @value) @definition.variable
(var_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @definition.variable
(var_definition pattern: (identifiers (identifier) @name) type: (_)? @type value: (_) @value) @definition.variable
(val_declaration name: (_) @name type: (_) @type) @definition.variable
(var_declaration name: (_) @name type: (_) @type) @definition.variable
((val_definition pattern: [(tuple_pattern) (case_class_pattern) (infix_pattern) (typed_pattern) (capture_pattern)] @targets value: (_) @value) @destructure.local (#set! declares variable))
((var_definition pattern: [(tuple_pattern) (case_class_pattern) (infix_pattern) (typed_pattern) (capture_pattern)] @targets value: (_) @value) @destructure.local (#set! declares variable))
(given_definition name: (_) @name return_type: (_) @type body: (_) @value) @definition.variable

; Members that are exported of a value
((export_declaration . path: (identifier) @value . path: (identifier) @name @definition.variable .) (#set! wrap member))
((export_declaration . path: (identifier) @value . (namespace_selectors (identifier) @name @definition.variable)) (#set! wrap member))
((export_declaration . path: (identifier) @value . (namespace_selectors (as_renamed_identifier name: (identifier) @object alias: (identifier) @name) @definition.variable)) (#set! wrap member))

; The parameters of a class are those of its constructor; `val`, `var` and `case` make fields of them
((class_parameter ["val" "var"] name: (_) @name type: (_) @type) @definition.variable (#set! in-type))
((class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name type: (_) @type) @definition.variable)) (#set! in-type))
((full_enum_case class_parameters: (class_parameters (class_parameter name: (_) @name type: (_) @type) @definition.variable)) (#set! in-type))
((class_parameters ["implicit" "using"] (class_parameter name: (_) @name type: (_) @type) @parameter) (#set! optional))
(class_parameter name: (_) @name type: (repeated_parameter_type) @type) @is.variadic @parameter
(class_parameter name: (_) @name type: (_)? @type default_value: (_)? @value) @parameter

; Type parameters and their bounds; those of an extension are of the function in it
((extension_definition type_parameters: (type_parameters name: (_) @name)) @binding.type-parameter (#set! ahead))
(type_parameters name: (_) @name . bound: (upper_bound type: (_) @type)) @binding.type-parameter
(type_parameters name: (_) @name) @binding.type-parameter
(covariant_type_parameter name: (_) @name bound: (upper_bound type: (_) @type)) @binding.type-parameter
(covariant_type_parameter name: (_) @name) @binding.type-parameter
(contravariant_type_parameter name: (_) @name) @binding.type-parameter

; Parameters
((parameters ["implicit" "using"] (parameter name: (_) @name type: (_) @type) @parameter) (#set! optional))
(parameter name: (_) @name type: (repeated_parameter_type) @type) @is.variadic @parameter
(parameter name: (_) @name type: (_) @type default_value: (_)? @value) @parameter
(binding name: (_)? @name type: (_)? @type) @parameter
(lambda_expression parameters: (identifier) @name @parameter)
(colon_argument lambda_start: (identifier) @name @parameter)

; Locals
(enumerator . (_) @targets @destructure.local . "=" . (_) @value)
((enumerator . (_) @targets @destructure.local . "<-" . (_) @value) (#set! wrap element))
(match_expression value: (_) @value body: (_ (case_clause pattern: (_) @targets) @body)) @destructure.local
((call_expression arguments: (case_block (case_clause "case" @value pattern: (_) @targets) @destructure.local)) (#set! early))
((infix_expression right: (case_block (case_clause "case" @value pattern: (_) @targets) @destructure.local)) (#set! early))
((catch_clause (_ (case_clause pattern: (_) @targets) @destructure.local)) (#set! early))
(block (assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment)
(indented_block (assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment)
(case_clause (assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment)
(if_expression (assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment)
(function_definition body: (assignment_expression left: (identifier) @name right: (_) @value) @binding.assignment)

((template_body (self_type . (identifier) @name) @binding.local) (#set! wrap this) (#set! early))

; What functions yield
(function_definition body: (_) @value @return)
(return_expression (_) @value) @return

; Modifiers; what has none is public
(class_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(trait_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(object_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(enum_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(class_parameter (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(function_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(val_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(var_definition (modifiers (access_modifier) @_private) (#match? @_private "^private")) @flag.private
(class_definition (modifiers "abstract")) @flag.abstract

; What never runs
(if_expression condition: (_) @_never consequence: (_) @dead (#any-of? @_never "false" "(false)" "(!true)"))
(while_expression condition: (_) @_never body: (_) @dead (#any-of? @_never "false" "(false)" "(!true)"))

; Where a program begins
(object_definition body: (template_body (function_definition name: (_) @_name (#eq? @_name "main")) @flag.run))
