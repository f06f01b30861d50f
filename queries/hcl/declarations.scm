; A block is called by its labels, or by its kind where it has none
(config_file (body (block . (identifier) @name . (block_start)) @definition.section))
(config_file (body (block . (identifier) . (string_lit) @name . (block_start)) @definition.section))
(config_file (body (block . (identifier) . (string_lit) @name . (string_lit) @name . (block_start)) @definition.section))
(config_file (body (block . (identifier) . (identifier) @name . (block_start)) @definition.section))

; Settings of the file, and of the blocks without labels (`locals`)
(config_file (body (attribute . (identifier) @name) @definition.property))
(config_file (body (block . (identifier) . (block_start) . (body (attribute . (identifier) @name) @definition.property))))
