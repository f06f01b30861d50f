(body_statement [(call) (identifier) (assignment) (operator_assignment) (yield) (super)] @statement.plain)
(block_body [(call) (identifier) (assignment) (operator_assignment) (yield) (super)] @statement.plain)
(then [(call) (identifier) (assignment) (operator_assignment) (yield) (super)] @statement.plain)
(else [(call) (identifier) (assignment) (operator_assignment) (yield) (super)] @statement.plain)
(do [(call) (identifier) (assignment) (operator_assignment) (yield) (super)] @statement.plain)
(if) @statement.if
(unless) @statement.if
(if_modifier) @statement.if
(unless_modifier) @statement.if
(elsif) @statement.else-if
(if alternative: (else) @statement.else)
(elsif alternative: (else) @statement.else)
(unless alternative: (else) @statement.else)
(conditional) @statement.conditional
(case) @statement.switch
(case_match) @statement.switch
(when) @statement.case
(in_clause) @statement.case
(for) @statement.for
(while) @statement.while
(until) @statement.while
(while_modifier) @statement.while
(until_modifier) @statement.while
(begin (rescue)) @statement.try
(rescue) @statement.catch
(rescue_modifier) @statement.catch
(return) @statement.return
(call !receiver method: (identifier) @_m (#any-of? @_m "raise" "throw")) @statement.throw
[(break) (next) (redo) (retry)] @statement.jump
(block) @statement.closure
(do_block) @statement.closure
(lambda) @statement.closure
(binary operator: ["&&" "||" "and" "or"]) @statement.logical
