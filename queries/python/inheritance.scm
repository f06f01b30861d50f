(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @base)) @inherit.extends
