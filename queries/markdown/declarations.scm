(section . (atx_heading heading_content: (_) @name)) @definition.section
; The grammar nests by the other style of headings alone
(setext_heading heading_content: (_) @name) @definition.section
