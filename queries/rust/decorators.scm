(attribute_item (attribute . (_) @name)) @decorator
(attribute_item (attribute . (_) @name arguments: (_) @arguments)) @decorator
(attribute_item (attribute . (_) @name value: (_) @arguments)) @decorator
