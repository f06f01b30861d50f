; Each selector of a rule is a name of it
(rule_set (selectors (_) @name)) @definition.section
(keyframes_statement (keyframes_name) @name) @definition.section
