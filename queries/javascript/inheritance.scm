(class_heritage (_) @base) @inherit.extends
