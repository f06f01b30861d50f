import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Collectors;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

/**
 * Prints every call site of a Java tree with the definition that javac resolved it to, one JSON object a line:
 * {@code java CallTruth.java ROOT CLASSPATH SOURCE_FOLDER...}. Paths are relative to ROOT, lines count from 1. A site's
 * `state` is `in` (a definition of the tree), `out` (a library's) or `unknown` (javac could not tell).
 */
class CallTruth {
    private static Path root;
    private static Trees trees;
    private static final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] words) throws Exception {
        root = Path.of(words[0]).toRealPath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<Path> sources = new ArrayList<>();
        for (String folder : Arrays.asList(words).subList(2, words.length)) {
            try (var walk = Files.walk(root.resolve(folder))) {
                walk.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java")).sorted().forEach(sources::add);
            }
        }
        List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "10000", "-cp", words[1]);
        int[] errors = {0};
        DiagnosticListener<JavaFileObject> count = d -> { if (d.getKind() == Diagnostic.Kind.ERROR) errors[0]++; };
        JavacTask task = (JavacTask) compiler.getTask(null, files, count, options, null, files.getJavaFileObjectsFromPaths(sources));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        trees = Trees.instance(task);
        for (CompilationUnitTree unit : units) {
            out.printf("{\"t\":\"file\",\"path\":\"%s\"}%n", path(unit));
            new Sites(unit).scan(unit, null);
        }
        out.flush();
        System.err.printf("%d files, %d errors%n", sources.size(), errors[0]);
    }

    private static String path(CompilationUnitTree unit) {
        return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
    }

    /** The sites of one file. */
    private static class Sites extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions = trees.getSourcePositions();

        Sites(CompilationUnitTree unit) { this.unit = unit; }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            ExpressionTree select = call.getMethodSelect();
            // What the compiler inserts (`super()`) stands nowhere.
            if (positions.getEndPosition(unit, call) >= 0) {
                Element target = trees.getElement(new TreePath(getCurrentPath(), select));
                String name = select instanceof MemberSelectTree member ? member.getIdentifier().toString() : select.toString();
                boolean constructor = name.equals("super") || name.equals("this");
                site(constructor ? "constructor" : receiver(select), name, nameLine(select, name), target);
            }
            return super.visitMethodInvocation(call, unused);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void unused) {
            Tree type = made.getIdentifier();
            while (type instanceof ParameterizedTypeTree generic) type = generic.getType();
            if (type instanceof AnnotatedTypeTree annotated) type = annotated.getUnderlyingType();
            String name = type instanceof MemberSelectTree member ? member.getIdentifier().toString() : type.toString();
            Element target = trees.getElement(getCurrentPath());
            if (made.getClassBody() != null) target = anonymous(made, type);
            boolean constant = getCurrentPath().getParentPath().getLeaf() instanceof VariableTree variable && isConstant(variable);
            long line = constant ? unit.getLineMap().getLineNumber(positions.getStartPosition(unit, made)) : nameLine(type, name);
            // Nothing is called where an enumeration spells no constructor.
            if (!constant || isWritten(target)) site(constant ? "constant" : "new", name, line, target);
            return super.visitNewClass(made, unused);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Void unused) {
            if (reference.getMode() == MemberReferenceTree.ReferenceMode.NEW) {
                Tree type = reference.getQualifierExpression();
                if (type instanceof ParameterizedTypeTree generic) type = generic.getType();
                String name = type instanceof MemberSelectTree member ? member.getIdentifier().toString() : type.toString();
                site("new", name, nameLine(type, name), trees.getElement(getCurrentPath()));
            }
            return super.visitMemberReference(reference, unused);
        }

        private boolean isConstant(VariableTree variable) {
            Element element = trees.getElement(new TreePath(getCurrentPath().getParentPath().getParentPath(), variable));
            return element != null && element.getKind() == ElementKind.ENUM_CONSTANT;
        }

        /** The constructor that an anonymous class hands its arguments to; the interface that it is an instance of. */
        private Element anonymous(NewClassTree made, Tree type) {
            TreePath body = new TreePath(getCurrentPath(), made.getClassBody());
            Element named = trees.getElement(new TreePath(getCurrentPath(), type));
            if (named != null && named.getKind().isInterface()) return named;
            for (Tree member : made.getClassBody().getMembers()) {
                if (!(member instanceof MethodTree method) || method.getReturnType() != null || !method.getName().contentEquals("<init>")) continue;
                for (StatementTree statement : method.getBody().getStatements()) {
                    if (statement instanceof ExpressionStatementTree e && e.getExpression() instanceof MethodInvocationTree call) {
                        TreePath at = new TreePath(new TreePath(new TreePath(new TreePath(body, method), method.getBody()), statement), call);
                        return trees.getElement(new TreePath(at, call.getMethodSelect()));
                    }
                }
            }
            return null;
        }

        private long nameLine(Tree named, String name) {
            long end = positions.getEndPosition(unit, named);
            return unit.getLineMap().getLineNumber(Math.max(0, end - name.length()));
        }

        private String receiver(ExpressionTree select) {
            if (!(select instanceof MemberSelectTree member)) return "bare";
            ExpressionTree object = member.getExpression();
            while (object instanceof ParenthesizedTree inner) object = inner.getExpression();
            Element element = trees.getElement(new TreePath(new TreePath(getCurrentPath(), select), object));
            String text = object.toString();
            if (text.equals("this") || text.endsWith(".this")) return "this";
            if (text.equals("super") || text.endsWith(".super")) return "super";
            if (object instanceof MethodInvocationTree) return "call result";
            if (object instanceof NewClassTree) return "new result";
            if (object instanceof TypeCastTree) return "cast";
            if (object instanceof LiteralTree) return "literal";
            if (element == null) return "other";
            return switch (element.getKind()) {
                case LOCAL_VARIABLE, RESOURCE_VARIABLE, EXCEPTION_PARAMETER, BINDING_VARIABLE -> "local";
                case PARAMETER -> "parameter";
                case FIELD -> "field";
                case ENUM_CONSTANT -> "constant";
                case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE -> "type";
                default -> "other";
            };
        }

        private void site(String shape, String name, long line, Element target) {
            String state = "out";
            String where = "";
            if (target == null || target.asType().getKind() == TypeKind.ERROR) {
                state = "unknown";
            } else {
                where = where(target);
                if (!where.isEmpty()) state = "in";
            }
            out.printf("{\"t\":\"site\",\"path\":\"%s\",\"line\":%d,\"name\":\"%s\",\"shape\":\"%s\",\"state\":\"%s\",\"targets\":[%s]}%n",
                path(unit), line, name, shape, state, where);
        }

        /** Where `target` is declared: its name's line, or its class where the source does not spell it. */
        private String where(Element target) {
            for (Element element = target; element != null; element = element.getEnclosingElement()) {
                TreePath declared = trees.getPath(element);
                if (declared == null) {
                    // An accessor or constructor that a record or class has of itself.
                    if (element != target || element.getKind() == ElementKind.PACKAGE) return "";
                    if (element.getKind() == ElementKind.CONSTRUCTOR) continue;
                    return component(element);
                }
                if (element.getKind() == ElementKind.CONSTRUCTOR && !isWritten(element)) continue;
                String name = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
                CompilationUnitTree file = declared.getCompilationUnit();
                return String.format("{\"path\":\"%s\",\"line\":%d,\"name\":\"%s\"}", path(file), declaredLine(file, declared.getLeaf(), name), name);
            }
            return "";
        }

        private boolean isWritten(Element element) {
            TreePath declared = element == null ? null : trees.getPath(element);
            return declared != null && positions.getEndPosition(declared.getCompilationUnit(), declared.getLeaf()) >= 0;
        }

        private String component(Element accessor) {
            for (Element sibling : accessor.getEnclosingElement().getEnclosedElements()) {
                boolean named = sibling.getKind() == ElementKind.FIELD && sibling.getSimpleName().equals(accessor.getSimpleName());
                if (named && trees.getPath(sibling) != null) return where(sibling);
            }
            return "";
        }

        private long declaredLine(CompilationUnitTree file, Tree tree, String name) {
            long start = positions.getStartPosition(file, tree);
            ModifiersTree modifiers = tree instanceof MethodTree m ? m.getModifiers() : tree instanceof ClassTree c ? c.getModifiers() : null;
            long after = modifiers == null ? -1 : positions.getEndPosition(file, modifiers);
            try {
                String text = file.getSourceFile().getCharContent(true).toString();
                var word = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name) + "\\b\\s*[({<\\w]?").matcher(text);
                String follows = tree instanceof MethodTree ? "(" : "";
                for (int from = (int) Math.max(start, after); word.find(from); from = word.end()) {
                    if (word.group().endsWith(follows)) { start = word.start(); break; }
                }
            } catch (java.io.IOException unreadable) {
                throw new java.io.UncheckedIOException(unreadable);
            }
            return file.getLineMap().getLineNumber(start);
        }
    }
}
