(function_call_expression) @reference.call
(member_call_expression) @reference.call
(nullsafe_member_call_expression) @reference.call
(scoped_call_expression) @reference.call
(object_creation_expression) @reference.construct

; Functions taken as values, which is no call of them
((function_call_expression arguments: (arguments . (variadic_placeholder))) @name @definition.variable (#set! skip))
(function_call_expression function: [(name) (qualified_name) (relative_name)] @reference.read arguments: (arguments . (variadic_placeholder)))

; Functions named by strings and by pairs with what has them
((function_call_expression function: (name) @_f arguments: (arguments (argument [
  (string (string_content) @name)
  (encapsed_string (string_content) @name)
  (array_creation_expression
    . (array_element_initializer . [(variable_name) @object (class_constant_access_expression . (_) @object)
      (string (string_content) @object) (encapsed_string (string_content) @object)] .)
    . (array_element_initializer . [(string (string_content) @name) (encapsed_string (string_content) @name)] .) .)])))
  @reference.read (#any-of? @_f
  "array_map" "array_filter" "array_reduce" "array_walk" "array_walk_recursive" "usort" "uasort" "uksort" "array_udiff" "array_uintersect"
  "array_diff_ukey" "iterator_apply" "is_callable" "preg_replace_callback" "preg_replace_callback_array" "ob_start" "header_register_callback"
  "register_shutdown_function" "register_tick_function" "set_error_handler" "set_exception_handler" "spl_autoload_register"
  "session_set_save_handler" "assert_options" "xml_set_element_handler" "xml_set_character_data_handler"
  "add_action" "add_filter" "remove_action" "remove_filter" "add_shortcode" "register_activation_hook" "register_deactivation_hook"
  "register_uninstall_hook" "add_menu_page" "add_submenu_page" "add_options_page" "add_meta_box" "add_settings_field" "add_settings_section"))
((array_creation_expression
  . (array_element_initializer . (variable_name) @object .)
  . (array_element_initializer . [(string (string_content) @name) (encapsed_string (string_content) @name)] .) .)
  @reference.read (#eq? @object "$this"))
((array_creation_expression
  . (array_element_initializer . (class_constant_access_expression . [(name) (qualified_name) (relative_scope)] @object . (name) @_class) .)
  . (array_element_initializer . [(string (string_content) @name) (encapsed_string (string_content) @name)] .) .)
  @reference.read (#eq? @_class "class"))
((function_call_expression function: (name) @_f arguments: (arguments . (argument [
  (string (string_content) @name)
  (encapsed_string (string_content) @name)
  (array_creation_expression
    . (array_element_initializer . [(variable_name) @object (class_constant_access_expression . (_) @object)
      (string (string_content) @object) (encapsed_string (string_content) @object)] .)
    . (array_element_initializer . [(string (string_content) @name) (encapsed_string (string_content) @name)] .) .)])))
  @reference.call (#any-of? @_f "call_user_func" "call_user_func_array" "forward_static_call" "forward_static_call_array"))

; Types outside declarations; those of declarations are read with them
(binary_expression operator: "instanceof" right: [(name) (qualified_name) (relative_name)] @reference.type)
(class_constant_access_expression . [(name) (qualified_name)] @reference.type)
(catch_clause type: (type_list (named_type) @reference.type) !name)
