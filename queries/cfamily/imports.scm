; What a file includes is part of it: its names are looked up there (`modules`)
(preproc_include path: [(string_literal) (system_lib_string)] @source) @import.side-effect
