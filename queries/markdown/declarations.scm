; The marks that close a heading are text for the grammar
((section . (atx_heading heading_content: (_) @name)) @definition.section (#match? @name "^[^#]*[^# ] #+$") (#set! before " #"))
(section . (atx_heading heading_content: (_) @name)) @definition.section
; The grammar nests by the other style of headings alone
(setext_heading heading_content: (_) @name) @definition.section
