(call_expression) @reference.call
