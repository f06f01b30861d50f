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

; Modifiers
(function_signature) @flag.abstract
(function_signature "async") @flag.async
(method_signature) @flag.abstract
(method_signature "static") @flag.static
(method_signature "get") @flag.accessor
(abstract_method_signature) @flag.abstract
(abstract_method_signature "get") @flag.accessor
(public_field_definition "static") @flag.static
(public_field_definition "abstract") @flag.abstract
(public_field_definition value: [(arrow_function "async") (function_expression "async") (generator_function "async")]) @flag.async
((method_definition (accessibility_modifier) @_access) @flag.private (#eq? @_access "private"))
((method_signature (accessibility_modifier) @_access) @flag.private (#eq? @_access "private"))
((abstract_method_signature (accessibility_modifier) @_access) @flag.private (#eq? @_access "private"))
((public_field_definition (accessibility_modifier) @_access) @flag.private (#eq? @_access "private"))

; Definitions
(function_declaration name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(function_signature name: (_) @name return_type: (_)? @type) @definition.function
((variable_declarator
  name: (identifier) @name
  type: (_) @type
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @function) @definition.function (#set! wrap callable))
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function return_type: (_) @type body: (_) @body) (function_expression return_type: (_) @type body: (_) @body)] @function) @definition.function
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
(internal_module name: (nested_identifier object: (member_expression object: (identifier) @name)) body: (_) @body) @definition.namespace
(internal_module name: (nested_identifier object: (member_expression property: (property_identifier) @name)) body: (_) @body) @definition.namespace
(internal_module name: (nested_identifier object: (identifier) @name) body: (_) @body) @definition.namespace
(internal_module name: (nested_identifier property: (property_identifier) @name) body: (_) @body) @definition.namespace

(method_definition name: (_) @name return_type: (_) @type body: (_) @body) @definition.method
(pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function return_type: (_) @type body: (_) @body) (function_expression return_type: (_) @type body: (_) @body)] @function) @definition.method
(method_signature name: (_) @name return_type: (_)? @type) @definition.method
(abstract_method_signature name: (_) @name return_type: (_)? @type) @definition.method
((public_field_definition
  name: (_) @name
  type: (_) @type
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)] @function) @definition.method (#set! wrap callable))
(public_field_definition
  name: (_) @name
  value: [(arrow_function return_type: (_)? @type body: (_) @body) (function_expression return_type: (_)? @type body: (_) @body)] @function) @definition.method
(public_field_definition name: (_) @name type: (_)? @type value: (_)? @value) @definition.field
(interface_body (property_signature name: (_) @name type: (_)? @type) @definition.field)
(type_alias_declaration value: (object_type (property_signature name: (_) @name type: (_)? @type) @definition.field))
(intersection_type (object_type (property_signature name: (_) @name type: (_)? @type) @definition.field))
(union_type (object_type (property_signature name: (_) @name type: (_)? @type) @definition.field))

(lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @definition.constant)
(lexical_declaration
  kind: "let"
  (variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable)
((variable_declaration
  (variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable) (#set! hoist))
((lexical_declaration
  kind: "const"
  (variable_declarator name: [(object_pattern) (array_pattern)] @targets type: (_) @type value: (_)? @value) @destructure.local) (#set! declares constant))
((lexical_declaration
  kind: "let"
  (variable_declarator name: [(object_pattern) (array_pattern)] @targets type: (_) @type value: (_)? @value) @destructure.local) (#set! declares variable))
((variable_declaration
  (variable_declarator name: [(object_pattern) (array_pattern)] @targets type: (_) @type value: (_)? @value) @destructure.local) (#set! hoist) (#set! declares variable))

(type_parameter name: (_) @name constraint: (_)? @type) @binding.type-parameter

; Parameters
(required_parameter pattern: (this) @name type: (_) @type) @binding.parameter
(required_parameter pattern: (identifier) @name type: (_)? @type value: (_)? @value) @parameter
(required_parameter pattern: (rest_pattern (identifier) @name) @is.variadic type: (_)? @type) @parameter
(required_parameter pattern: [(object_pattern) (array_pattern)] @targets type: (_)? @type value: (_)? @value) @parameter
((optional_parameter pattern: (identifier) @name type: (_)? @type) @parameter (#set! optional))
((optional_parameter pattern: [(object_pattern) (array_pattern)] @targets type: (_)? @type) @parameter (#set! optional))

; Parameters that are fields too
((required_parameter
  (accessibility_modifier) @_access @is.private
  pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.field
  (#eq? @_access "private") (#set! in-type))
((required_parameter
  [(accessibility_modifier) (override_modifier) "readonly"]
  pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.field (#set! in-type))
((optional_parameter
  (accessibility_modifier) @_access @is.private
  pattern: (identifier) @name type: (_)? @type) @definition.field
  (#eq? @_access "private") (#set! in-type))
((optional_parameter
  [(accessibility_modifier) (override_modifier) "readonly"]
  pattern: (identifier) @name type: (_)? @type) @definition.field (#set! in-type))

; Types whose meaning is computed, in what they are computed from
(conditional_type left: (_) @reference.type)
(conditional_type right: (_) @reference.type)
(conditional_type consequence: (_) @reference.type)
(conditional_type alternative: (_) @reference.type)
(index_type_query (_) @reference.type)
(mapped_type_clause type: (_) @reference.type)
(mapped_type_clause alias: (_) @reference.type)
(lookup_type (_) @reference.type)
(template_type (_) @reference.type)
(infer_type . (_) . (_) @reference.type)
(type_predicate type: (_) @reference.type)
(index_signature type: (_) @reference.type)

; Types that stand beside a parameter or a value, whether that is used or not
(default_type (_) @reference.type)
(as_expression . (_) . (_) @reference.type)
(satisfies_expression . (_) . (_) @reference.type)

; What is told to the compiler about the program around
(ambient_declaration "global" (statement_block (_) @flag.run))
(ambient_declaration (module name: (string) body: (statement_block (_) @flag.run)))
