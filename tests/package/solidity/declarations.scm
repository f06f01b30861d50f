(contract_declaration) @scope.class
(interface_declaration) @scope.class
(library_declaration) @scope.class
(function_definition) @scope.function
(constructor_definition) @scope.function

(contract_declaration name: (_) @name body: (_) @body) @definition.class
(library_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(function_definition name: (_) @name body: (_)? @body) @definition.function
((constructor_definition body: (_) @body) @definition.constructor (#set! name "constructor"))
(struct_declaration name: (_) @name) @definition.struct
(enum_declaration name: (_) @name) @definition.enum
(state_variable_declaration type: (_) @type name: (_) @name value: (_)? @value) @definition.field

(parameter type: (_) @type name: (_)? @name) @parameter
(variable_declaration_statement
  (variable_declaration type: (_) @type name: (_) @name) value: (_)? @value) @binding.local
