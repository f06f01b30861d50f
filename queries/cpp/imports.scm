(using_declaration "namespace" [(identifier) (qualified_identifier)] @source) @import.wildcard
