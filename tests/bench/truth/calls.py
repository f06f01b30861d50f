"""Prints the call sites of C and C++ sources with the definitions that clang resolved them to, as JSON lines:
`python3 calls.py ROOT WORDS...`. A word that starts with `-` is handed to clang; another is a source or a folder of
them below ROOT. Headers below ROOT are read as far as a source includes them, and only the lines are judged that some
source compiled. A site is where the name of what is called is spelled; what stands in a macro's body is none. A site's
`state` is `in` (a definition of the tree), `out` (a library's), `implied` (conversions and operators: a call, but
nothing that names it) or `unknown` (a value that is called, and what depends on a template's arguments)."""

import ctypes
import json
import os
import re
import sys

try:
    from clang import cindex
except ImportError:
    sys.exit("calls.py needs the Python bindings of libclang: apt-get install python3-clang-19")

K = cindex.CursorKind
ROOT = os.path.realpath(sys.argv[1])
os.chdir(ROOT)
FLAGS = [word for word in sys.argv[2:] if word.startswith("-")]
SOURCE = re.compile(r"\.(c|cc|cpp|cxx)$")
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION, K.FUNCTION_TEMPLATE}
WRAPPERS = {K.UNEXPOSED_EXPR, K.PAREN_EXPR, K.CSTYLE_CAST_EXPR}
CASTS = {K.CXX_NEW_EXPR, K.CXX_FUNCTIONAL_CAST_EXPR}


class Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


LIB = cindex.conf.lib
LIB.clang_getSkippedRanges.restype = ctypes.POINTER(Ranges)
LIB.clang_getSkippedRanges.argtypes = [cindex.TranslationUnit, cindex.File]
LIB.clang_getFileLocation.argtypes = [cindex.SourceLocation] + [ctypes.c_void_p] * 4

texts = {}
declared = {}  # what stands for a function: its USR -> its declarations
compiled = {}  # path -> lines
sites = {}


def main():
    index = cindex.Index.create()
    errors = 0
    for source in sources([word for word in sys.argv[2:] if not word.startswith("-")]):
        try:
            unit = index.parse(source, args=FLAGS, options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        except cindex.TranslationUnitLoadError:
            unit = None
        found = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error] if unit else []
        errors += len(found)
        # Without a header nothing of what follows is sure.
        if unit is None or any(d.severity == cindex.Diagnostic.Fatal for d in found):
            print(f"not read: {source} {found[-1] if found else ''}", file=sys.stderr)
        else:
            read(unit)
    row(t="judges", kinds=["calls", "instantiates"], configured=True)
    for path, lines in compiled.items():
        row(t="file", path=path)
        for start, end in runs(sorted(lines)):
            row(t="range", path=path, **{"from": start, "to": end})
    for (path, line, _, name), (shape, state, found) in sites.items():
        targets = [target for key in found for target in declared.get(key, [])]
        if state in ("in", "implied") and not targets:
            state = "out"
        row(t="site", path=path, line=line, name=name, shape=shape, state=state, targets=[dict(zip(("path", "line", "name"), t)) for t in targets])
    print(f"{len(compiled)} files, {errors} errors", file=sys.stderr)


def sources(words):
    for word in words:
        path = os.path.join(ROOT, word)
        if os.path.isfile(path):
            yield path
        for folder, folders, files in os.walk(path):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(files) if SOURCE.search(name))


def read(unit):
    paths = {unit.spelling, *(include.include.name for include in unit.get_includes())}
    for path in filter(None, map(inside, paths)):
        count = len(text(path))
        lines = set(range(1, count + 1))
        skipped = LIB.clang_getSkippedRanges(unit, unit.get_file(os.path.join(ROOT, path)))
        for at in range(skipped.contents.count):
            extent = skipped.contents.ranges[at]
            lines -= set(range(extent.start.line + 1, extent.end.line))
        compiled.setdefault(path, set()).update(lines)
    for child in unit.cursor.get_children():
        if child.location.file and inside(child.location.file.name):
            walk(child)


def walk(top):
    """Every cursor below, without a call of its own for each level."""
    todo = [(top, None)]
    while todo:
        cursor, parent = todo.pop()
        visit(cursor, parent)
        todo.extend((child, cursor) for child in cursor.get_children())


def visit(cursor, parent):
    kind = cursor.kind
    if kind in FUNCTIONS:
        declare(cursor, cursor.spelling.split("<")[0])
    elif kind in (K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE):
        declare(cursor, cursor.spelling.split("<")[0])
    elif kind == K.MACRO_DEFINITION:
        if declare(cursor, cursor.spelling):
            body(cursor)
    elif kind == K.MACRO_INSTANTIATION:
        macro(cursor)
    elif kind == K.CALL_EXPR:
        call(cursor, parent)


def declare(cursor, name):
    """Keeps where a definition stands, and says whether that is news."""
    place = where(cursor.location)
    targets = declared.setdefault(key(cursor), []) if place else []
    target = place and (place[0], place[1], name)
    new = bool(place) and target not in targets
    if new:
        targets.append(target)
    return new


def key(cursor):
    return cursor.get_usr() or f"{cursor.location}"


def body(cursor):
    """What a macro's body calls is seen only where it is used."""
    start, end = where(cursor.extent.start), where(cursor.extent.end)
    if not start or not end:
        return
    for line in range(start[1], end[1] + 1):
        for called in re.finditer(rb"\b\w+", text(start[0])[line - 1]):
            note((start[0], line, called.start() + 1), called.group().decode(), "macro body", "unknown", [])


def macro(cursor):
    definition = cursor.referenced
    place = where(cursor.location)
    if not place or not definition:
        return
    if LIB.clang_Cursor_isMacroFunctionLike(definition):
        note(place, cursor.spelling, "macro", "in", [definition])
    else:
        note(place, cursor.spelling, "macro", "implied", [definition])


def call(cursor, parent):
    target = cursor.referenced
    if target is None or target.kind not in FUNCTIONS:
        callee = unwrap(cursor)
        place = where(callee.location) if callee else where(cursor.location)
        name = (callee.spelling if callee else "") or cursor.spelling
        if place:
            note(place, written(place), "value" if name else "template", "unknown", [])
        return
    target = LIB.clang_getSpecializedCursorTemplate(target) or target
    if target.kind == K.CONSTRUCTOR:
        return construct(cursor, parent, target)
    callee = unwrap(cursor)
    place = callee and where(callee.location)
    if not place:
        return
    name = target.spelling.split("<")[0]
    implied = written(place) != name
    note(place, name, receiver(callee), "implied" if implied else "in", [target])


def construct(cursor, parent, target):
    """`new T(..)`, `T(..)` and `T name(..)` name what they make; a conversion or a member without initialiser does not."""
    place = where(cursor.location)
    if not place:
        return
    name = target.spelling.split("<")[0]
    made = parent is not None and parent.kind in CASTS
    given = parent is not None and parent.kind == K.VAR_DECL and ends_with_list(cursor)
    if made:
        place = where(parent.location) or place
    named = written(place) == name or made or given
    note(place, name, "new", "in" if named else "implied", [target, target.semantic_parent])


def ends_with_list(cursor):
    end = where(cursor.extent.end)
    return bool(end) and text(end[0])[end[1] - 1][: end[2] - 1].endswith((b")", b"}"))


def unwrap(cursor):
    """The expression that is called, without parentheses and conversions."""
    callee = next(cursor.get_children(), None)
    while callee is not None and callee.kind in WRAPPERS:
        callee = next(callee.get_children(), None)
    return callee


def receiver(callee):
    if callee.kind == K.DECL_REF_EXPR:
        return "qualified" if any(child.kind in (K.NAMESPACE_REF, K.TYPE_REF, K.TEMPLATE_REF) for child in callee.get_children()) else "bare"
    if callee.kind != K.MEMBER_REF_EXPR:
        return "other"
    base = unwrap(callee)
    if base is None:
        return "implicit this"
    if base.kind == K.CXX_THIS_EXPR:
        return "this"
    if base.kind == K.CALL_EXPR:
        return "call result"
    if base.kind == K.MEMBER_REF_EXPR:
        return "field"
    if base.kind == K.DECL_REF_EXPR and base.referenced:
        return {K.PARM_DECL: "parameter", K.VAR_DECL: "variable"}.get(base.referenced.kind, "other")
    return "other"


def note(place, name, shape, state, found):
    known = sites.get((*place, name))
    if known and known[1] != "unknown":
        return
    sites[(*place, name)] = (shape, state, [key(cursor) for cursor in found if cursor])


def where(location):
    """Path, line and column of what is written in a file below the root: in a macro's argument, where that stands."""
    file = cindex.c_object_p()
    line, column, offset = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    LIB.clang_getFileLocation(location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
    path = inside(cindex.File(file).name) if file else None
    return (path, line.value, column.value) if path else None


def written(place):
    path, line, column = place
    lines = text(path)
    return re.match(r"~?\w*", lines[line - 1][column - 1 :].decode("utf-8", "replace")).group() if line <= len(lines) else ""


paths = {}


def inside(path):
    if path not in paths:
        full = os.path.realpath(path)
        paths[path] = os.path.relpath(full, ROOT) if full.startswith(ROOT + os.sep) else None
    return paths[path]


def text(path):
    if path not in texts:
        with open(os.path.join(ROOT, path), "rb") as file:
            texts[path] = file.read().split(b"\n")
    return texts[path]


def runs(lines):
    start = last = None
    for line in lines:
        if last is not None and line == last + 1:
            last = line
            continue
        if start is not None:
            yield start, last
        start = last = line
    if start is not None:
        yield start, last


def row(**fields):
    print(json.dumps(fields))


main()
