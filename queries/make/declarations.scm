; Neither what begins with a dot, which tells make something, nor patterns; a condition behind a target is no part of it
((rule (targets (word) @name)) @definition.section (#not-match? @name "^[.]|%") (#set! top))
((define_directive name: (_) @name) @definition.section (#set! top))
