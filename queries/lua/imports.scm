(function_call name: (identifier) @_f arguments: (arguments . (string content: (_) @source)) (#any-of? @_f "require" "dofile" "loadfile")) @import.side-effect

; What loading the file yields
((chunk (return_statement (expression_list . (_) @value)) @export) (#set! name "default"))
