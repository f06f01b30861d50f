(class_heritage (_) @base) @inherit.extends

; Functions that construct
((call_expression function: (identifier) @_f arguments: (arguments . (identifier) @owner . [(identifier) (member_expression)] @base))
  @inherit.extends (#any-of? @_f "inherits" "_inherits" "__extends"))
((call_expression function: (member_expression property: (property_identifier) @_f) arguments: (arguments . (identifier) @owner . [(identifier) (member_expression)] @base))
  @inherit.extends (#eq? @_f "inherits"))
((assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_p)
  right: (call_expression
    function: (member_expression object: (identifier) @_o property: (property_identifier) @_f)
    arguments: (arguments . (member_expression object: (_) @base property: (property_identifier) @_q))))
  @inherit.extends (#eq? @_p "prototype") (#eq? @_o "Object") (#eq? @_f "create") (#eq? @_q "prototype"))
((assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @_p)
  right: (new_expression constructor: (_) @base))
  @inherit.extends (#eq? @_p "prototype"))
((call_expression
  function: (member_expression property: (property_identifier) @_f)
  arguments: (arguments
    . (member_expression object: (identifier) @owner property: (property_identifier) @_p)
    . (member_expression object: (_) @base property: (property_identifier) @_q)))
  @inherit.extends (#eq? @_f "setPrototypeOf") (#eq? @_p "prototype") (#eq? @_q "prototype"))
