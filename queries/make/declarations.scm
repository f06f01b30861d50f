; Neither what begins with a dot, which tells make something, nor patterns
((rule (targets (word) @name)) @definition.section (#not-match? @name "^[.]|%"))
(define_directive name: (_) @name) @definition.section
