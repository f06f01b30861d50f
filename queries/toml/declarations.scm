(table . (_) @name) @definition.section
(table_array_element . (_) @name) @definition.section

; Keys before the first table, and those of tables
(document (pair . (_) @name) @definition.property)
(table (pair . (_) @name) @definition.property)
(table_array_element (pair . (_) @name) @definition.property)
