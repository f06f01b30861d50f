; A stage is called as it says, else by its image
(from_instruction as: (_) @name) @definition.section
(from_instruction (image_spec) @name !as) @definition.section
