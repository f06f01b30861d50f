; Scopes
(abstract_class_declaration) @scope.class
(interface_declaration) @scope.class
(type_alias_declaration) @scope.class
(enum_declaration) @scope.class
(internal_module) @scope.namespace
(module) @scope.namespace
(function_signature) @scope.function
(function_type) @scope.function
(call_signature) @scope.function
(construct_signature) @scope.function
(constructor_type) @scope.function
(method_signature) @scope.function
(abstract_method_signature) @scope.function

; Definitions
(function_declaration name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(function_declaration "async" @is.async name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(function_signature name: (_) @name return_type: (_)? @type) @is.abstract @definition.function
(variable_declarator
  name: (identifier) @name
  type: (_) @type
  value: [(function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (arrow_function return_type: (_) @type body: (_) @body) @function) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (as_expression
    (parenthesized_expression
      [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @function))) @definition.function
(class_declaration name: (_) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name value: (_) @type) @definition.type-alias
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: (_) @name @definition.enum-member)
(enum_body (enum_assignment name: (_) @name) @definition.enum-member)
(internal_module name: (identifier) @name body: (_) @body) @definition.namespace
(module name: (identifier) @name body: (_) @body) @definition.namespace

(class_body (method_definition name: (_) @name return_type: (_)? @type body: (_) @body) @definition.method)
(class_body (method_definition "async" @is.async name: (_) @name return_type: (_)? @type body: (_) @body) @definition.method)
(class_body (method_definition "static" @is.static name: (_) @name return_type: (_)? @type body: (_) @body) @definition.method)
(class_body (method_definition "get" @is.accessor name: (_) @name return_type: (_)? @type body: (_) @body) @definition.method)
(class_body (method_definition (accessibility_modifier) @_access name: (_) @name return_type: (_)? @type body: (_) @body) @is.private @definition.method (#eq? @_access "private"))
(method_signature name: (_) @name return_type: (_)? @type) @is.abstract @definition.method
(abstract_method_signature name: (_) @name return_type: (_)? @type) @is.abstract @definition.method
(public_field_definition name: (_) @name value: (arrow_function return_type: (_)? @type body: (_) @body) @function) @definition.method
(public_field_definition name: (_) @name value: (function_expression return_type: (_)? @type body: (_) @body) @function) @definition.method
(public_field_definition name: (_) @name type: (_)? @type value: (_)? @value) @definition.field
(public_field_definition "static" @is.static name: (_) @name type: (_)? @type value: (_)? @value) @definition.field
(property_signature name: (_) @name type: (_)? @type) @definition.field

(lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @definition.constant)
(lexical_declaration
  kind: "let"
  (variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable)
(variable_declaration
  (variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable)

(type_parameter name: (_) @name constraint: (_)? @type) @binding.type-parameter

; Parameters
(required_parameter pattern: (identifier) @name type: (_)? @type value: (_)? @value) @parameter
(required_parameter pattern: (rest_pattern (identifier) @name) @is.variadic type: (_)? @type) @parameter
(required_parameter pattern: [(object_pattern) (array_pattern)] type: (_)? @type) @parameter
((optional_parameter pattern: (identifier) @name type: (_)? @type) @parameter (#set! optional))
((optional_parameter pattern: [(object_pattern) (array_pattern)] type: (_)? @type) @parameter (#set! optional))
((required_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @definition.field (#set! in-type))
((required_parameter (override_modifier) pattern: (identifier) @name type: (_)? @type) @definition.field (#set! in-type))
((required_parameter "readonly" pattern: (identifier) @name type: (_)? @type) @definition.field (#set! in-type))
((required_parameter
  pattern: (object_pattern (shorthand_property_identifier_pattern) @name)
  type: (_) @value) @binding.parameter (#set! wrap member))
