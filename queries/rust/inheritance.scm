(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type) (higher_ranked_trait_bound)] @base)) @inherit.extends
