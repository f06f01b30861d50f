// Prints every call site and composite literal of a Go module with the definition that go/types resolves it to, one
// JSON object a line: `go run calls.go ROOT`. Paths are relative to ROOT, lines count from 1. A site's `state` is `in`
// (a definition of the tree), `out` (a library's) or `unknown` (a value of a function type, or an error). Packages of
// other modules are not loaded: what depends on them is unknown.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

type target struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

type row struct {
	T       string   `json:"t"`
	Path    string   `json:"path"`
	Line    int      `json:"line,omitempty"`
	Name    string   `json:"name,omitempty"`
	Shape   string   `json:"shape,omitempty"`
	State   string   `json:"state,omitempty"`
	Targets []target `json:"targets,omitempty"`
}

// A loader checks the packages of one module from source.
type loader struct {
	root, module string
	files        *token.FileSet
	library      types.Importer
	loaded       map[string]*types.Package
	errors       int
	out          *json.Encoder
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)

func main() {
	root, err := filepath.Abs(os.Args[1])
	check(err)
	manifest, err := os.ReadFile(filepath.Join(root, "go.mod"))
	check(err)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	files := token.NewFileSet()
	l := &loader{
		root: root, module: moduleLine.FindStringSubmatch(string(manifest))[1], files: files,
		library: importer.ForCompiler(files, "source", nil), loaded: map[string]*types.Package{}, out: json.NewEncoder(out),
	}
	check(filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name := entry.Name()
		own := path == root
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && !own {
			return filepath.SkipDir
		}
		if !own && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor") {
			return filepath.SkipDir
		}
		l.folder(path)
		return nil
	}))
	fmt.Fprintf(os.Stderr, "%d errors\n", l.errors)
}

// folder prints the sites of the packages in a folder: with its tests, then the tests outside it.
func (l *loader) folder(dir string) {
	found, err := build.ImportDir(dir, 0)
	if err != nil {
		return
	}
	path := l.importPath(dir)
	own := l.check(path, dir, append(found.GoFiles, found.TestGoFiles...), l, true)
	if len(found.XTestGoFiles) > 0 {
		l.check(path+"_test", dir, found.XTestGoFiles, replaced{l, path, own}, true)
	}
}

func (l *loader) importPath(dir string) string {
	inside, err := filepath.Rel(l.root, dir)
	check(err)
	return strings.TrimSuffix(l.module+"/"+filepath.ToSlash(inside), "/.")
}

// Import loads a package of the module without its tests, or one of the library.
func (l *loader) Import(path string) (*types.Package, error) {
	if known := l.loaded[path]; known != nil {
		return known, nil
	}
	if path != l.module && !strings.HasPrefix(path, l.module+"/") {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			return nil, fmt.Errorf("%s is not loaded", path)
		}
		return l.library.Import(path)
	}
	dir := filepath.Join(l.root, strings.TrimPrefix(path, l.module))
	found, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	l.loaded[path] = l.check(path, dir, found.GoFiles, l, false)
	return l.loaded[path], nil
}

// Tests outside a package see it with the tests inside.
type replaced struct {
	types.Importer
	path string
	own  *types.Package
}

func (r replaced) Import(path string) (*types.Package, error) {
	if path == r.path {
		return r.own, nil
	}
	return r.Importer.Import(path)
}

func (l *loader) check(path, dir string, names []string, imports types.Importer, prints bool) *types.Package {
	var parsed []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(l.files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err == nil {
			parsed = append(parsed, file)
		}
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: imports, Error: func(error) { l.errors++ }}
	checked, _ := config.Check(path, l.files, parsed, info)
	if prints {
		for _, file := range parsed {
			l.print(row{T: "file", Path: l.relative(file.Pos())})
			s := &sites{l, info, parameters(file, info)}
			ast.Inspect(file, s.visit)
		}
	}
	return checked
}

func (l *loader) print(r row) { check(l.out.Encode(r)) }

func (l *loader) relative(at token.Pos) string {
	path, err := filepath.Rel(l.root, l.files.Position(at).Filename)
	check(err)
	return filepath.ToSlash(path)
}

type sites struct {
	*loader
	info       *types.Info
	parameters map[types.Object]bool
}

func (s *sites) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.CallExpr:
		s.call(node)
	case *ast.CompositeLit:
		if node.Type != nil {
			s.literal(node.Type)
		} else {
			s.element(node)
		}
	}
	return true
}

func (s *sites) call(call *ast.CallExpr) {
	fun := bare(call.Fun)
	if s.info.Types[fun].IsType() || s.info.Types[fun].IsBuiltin() {
		return
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		s.site("bare", fun, s.info.Uses[fun])
	case *ast.SelectorExpr:
		s.site(s.receiver(fun.X), fun.Sel, s.info.Uses[fun.Sel])
	}
}

func (s *sites) literal(type_ ast.Expr) {
	switch named := bare(type_).(type) {
	case *ast.Ident:
		s.site("literal", named, s.info.Uses[named])
	case *ast.SelectorExpr:
		s.site("literal", named.Sel, s.info.Uses[named.Sel])
	}
}

// element prints a literal that leaves its type out.
func (s *sites) element(literal *ast.CompositeLit) {
	type_ := s.info.TypeOf(literal)
	if pointer, ok := type_.(*types.Pointer); ok {
		type_ = pointer.Elem()
	}
	if named, ok := type_.(*types.Named); ok {
		s.site("literal", &ast.Ident{NamePos: literal.Pos(), Name: named.Obj().Name()}, named.Obj())
	}
}

// bare strips parentheses and type arguments.
func bare(expr ast.Expr) ast.Expr {
	for {
		switch inner := expr.(type) {
		case *ast.ParenExpr:
			expr = inner.X
		case *ast.IndexExpr:
			expr = inner.X
		case *ast.IndexListExpr:
			expr = inner.X
		default:
			return expr
		}
	}
}

func (s *sites) receiver(object ast.Expr) string {
	switch object := bare(object).(type) {
	case *ast.Ident:
		switch used := s.info.Uses[object].(type) {
		case *types.PkgName:
			return "package"
		case *types.TypeName:
			return "type"
		case *types.Var:
			if s.parameters[used] {
				return "parameter"
			}
			if used.Parent() != nil && used.Pkg() != nil && used.Parent() == used.Pkg().Scope() {
				return "package variable"
			}
			return "local"
		}
		return "other"
	case *ast.SelectorExpr:
		if selection := s.info.Selections[object]; selection == nil {
			return "package variable"
		}
		return "field"
	case *ast.CallExpr:
		return "call result"
	case *ast.TypeAssertExpr:
		return "cast"
	case *ast.CompositeLit:
		return "literal result"
	default:
		return "other"
	}
}

func (s *sites) site(shape string, name *ast.Ident, used types.Object) {
	r := row{T: "site", Path: s.relative(name.Pos()), Line: s.files.Position(name.Pos()).Line, Name: name.Name, Shape: shape, State: "unknown"}
	switch object := used.(type) {
	case *types.Func:
		used = object.Origin()
		r.State = "out"
	case *types.TypeName:
		r.State = "out"
		if _, plain := object.Type().(*types.TypeParam); plain {
			r.State = "unknown"
		}
	}
	if r.State == "out" && used.Pos().IsValid() {
		file := s.files.Position(used.Pos()).Filename
		if inside, err := filepath.Rel(s.root, file); err == nil && !strings.HasPrefix(inside, "..") {
			r.State = "in"
			r.Targets = []target{{filepath.ToSlash(inside), s.files.Position(used.Pos()).Line, used.Name()}}
		}
	}
	s.print(r)
}

// parameters collects the parameters and receivers of a file.
func parameters(file *ast.File, info *types.Info) map[types.Object]bool {
	found := map[types.Object]bool{}
	add := func(fields *ast.FieldList) {
		if fields == nil {
			return
		}
		for _, field := range fields.List {
			for _, name := range field.Names {
				found[info.Defs[name]] = true
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			add(node.Recv)
			add(node.Type.Params)
		case *ast.FuncLit:
			add(node.Type.Params)
		}
		return true
	})
	return found
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
