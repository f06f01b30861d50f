; A routine as [routines] shows it, which no type is written like
(create_type (keyword_type) . (object_reference name: (_) @name) . "(" . ")") @definition.function

; A package as [routines] shows it
(transaction . (keyword_begin) . (statement (create_schema (keyword_schema) . (identifier) @name))) @definition.namespace

; Behind the keyword that says what it is, or behind IF NOT EXISTS
(create_table (keyword_table) . (object_reference name: (_) @name)) @definition.struct
(create_table (keyword_exists) . (object_reference name: (_) @name)) @definition.struct
(create_view (keyword_view) . (object_reference name: (_) @name)) @definition.struct
(create_view (keyword_exists) . (object_reference name: (_) @name)) @definition.struct
(create_materialized_view (keyword_view) . (object_reference name: (_) @name)) @definition.struct
(create_materialized_view (keyword_exists) . (object_reference name: (_) @name)) @definition.struct
(create_type (keyword_type) . (object_reference name: (_) @name) . (keyword_as)) @definition.struct
(create_type (keyword_type) . (object_reference name: (_) @name) . "(" . (_)) @definition.struct
(create_schema (keyword_schema) . (identifier) @name) @definition.namespace
(create_schema (keyword_exists) . (identifier) @name) @definition.namespace

(create_table (column_definitions (column_definition name: (_) @name) @definition.field))
