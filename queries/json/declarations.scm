; Keys of the outermost object, and of objects in it
(document (object (pair key: (_) @name) @definition.property))
(document (object (pair value: (object (pair key: (_) @name) @definition.property))))
