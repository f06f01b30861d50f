; A part of a name may be quoted
(table . (dotted_key . (_) @name . (_) @name)) @definition.section
(table . [(bare_key) (quoted_key)] @name) @definition.section
(table_array_element . (dotted_key . (_) @name . (_) @name)) @definition.section
(table_array_element . [(bare_key) (quoted_key)] @name) @definition.section

; Keys before the first table, and those of tables
(document (pair . (_) @name) @definition.property)
(table (pair . (_) @name) @definition.property)
(table_array_element (pair . (_) @name) @definition.property)
