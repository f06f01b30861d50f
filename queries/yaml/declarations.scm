; Keys of the outermost mapping, and of mappings in it
(document (block_node (block_mapping (block_mapping_pair key: (_) @name) @definition.property)))
(document (block_node (block_mapping (block_mapping_pair
  value: (block_node (block_mapping (block_mapping_pair key: (_) @name) @definition.property))))))
(document (block_node (block_mapping (block_mapping_pair
  value: (flow_node (flow_mapping (flow_pair key: (_) @name) @definition.property))))))
(document (flow_node (flow_mapping (flow_pair key: (_) @name) @definition.property)))
(document (flow_node (flow_mapping (flow_pair
  value: (flow_node (flow_mapping (flow_pair key: (_) @name) @definition.property))))))
