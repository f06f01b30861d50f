// Prints the methods of an assembly and the calls in them, as `bytecode.js` reads them, one JSON object a line:
// `mono Calls.exe ASSEMBLY`. Its symbols (`mcs -debug`) say where each stands; lambdas, iterators and closures are
// methods of classes that the compiler made.
using System;
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.CompilerServices.SymbolWriter;

static class Calls
{
    static MonoSymbolFile symbols;

    static void Main(string[] words)
    {
        symbols = MonoSymbolFile.ReadSymbolFile(words[0] + ".mdb");
        var module = ModuleDefinition.ReadModule(words[0]);
        foreach (var type in module.Types.SelectMany(Nested))
        {
            Row("type", "id", type.FullName, "name", Plain(type.Name), "base", type.BaseType?.GetElementType().FullName ?? "");
            foreach (var method in type.Methods) Print(type, method);
        }
    }

    static IEnumerable<TypeDefinition> Nested(TypeDefinition type)
    {
        return new[] { type }.Concat(type.NestedTypes.SelectMany(Nested));
    }

    static void Print(TypeDefinition type, MethodDefinition method)
    {
        var entry = symbols.GetMethodByToken((int)method.MetadataToken.ToUInt32());
        var file = entry?.CompileUnit.SourceFile.FileName ?? "";
        var lines = entry?.GetLineNumberTable().LineNumbers.Where(line => !line.IsHidden).OrderBy(line => line.Offset).ToList() ?? new List<LineNumberEntry>();
        Row("method", "id", method.FullName, "owner", type.FullName, "name", Name(method), "file", file, "line", Start(method, lines)?.Row ?? 0,
            "overrides", Overridden(method)?.FullName ?? "");
        foreach (var line in lines) Row("point", "file", file, "line", line.Row);
        if (!method.HasBody) return;
        foreach (var instruction in method.Body.Instructions)
        {
            var callee = (instruction.Operand as MethodReference)?.GetElementMethod();
            bool calls = instruction.OpCode.FlowControl == FlowControl.Call;
            var line = lines.LastOrDefault(l => l.Offset <= instruction.Offset)?.Row ?? 0;
            if (callee == null || !calls || line == 0) continue;
            var target = Resolve(callee);
            if (target == null || target.Module != method.Module)
                Row("call", "file", file, "line", line, "name", callee.Name == ".ctor" ? Plain(callee.DeclaringType.Name) : callee.Name, "owner", "", "open", target != null && target.IsVirtual && !target.IsFinal ? 1 : 0);
            else
                Row("call", "file", file, "line", line, "name", Name(target), "owner", target.DeclaringType.FullName,
                    "id", target.FullName, "made", instruction.OpCode == OpCodes.Newobj ? 1 : 0, "open", target.IsVirtual ? 1 : 0, "implied", callee.Name == ".ctor" && instruction.OpCode != OpCodes.Newobj ? 1 : 0);
        }
    }

    /** Where a method's own text begins: a constructor runs first what the fields are set to, which stands elsewhere. */
    static LineNumberEntry Start(MethodDefinition method, List<LineNumberEntry> lines)
    {
        return method.IsConstructor ? lines.LastOrDefault() : lines.FirstOrDefault();
    }

    static MethodDefinition Overridden(MethodDefinition method)
    {
        if (!method.IsVirtual || method.IsNewSlot) return null;
        for (var type = method.DeclaringType.BaseType; type != null; )
        {
            var known = type.Resolve();
            var found = known.Methods.FirstOrDefault(m => m.Name == method.Name && m.IsVirtual && m.Parameters.Count == method.Parameters.Count
                && m.Parameters.Zip(method.Parameters, (a, b) => a.ParameterType is GenericParameter || a.ParameterType.FullName == b.ParameterType.FullName).All(same => same));
            if (found != null) return found;
            type = known.BaseType;
        }
        return null;
    }

    static MethodDefinition Resolve(MethodReference method)
    {
        try { return method.Resolve(); } catch (AssemblyResolutionException) { return null; }
    }

    static string Name(MethodDefinition method)
    {
        return method.IsConstructor ? Plain(method.DeclaringType.Name) : method.Name.Split('.').Last();
    }

    static string Plain(string name)
    {
        int arity = name.IndexOf('`');
        return arity < 0 ? name : name.Substring(0, arity);
    }

    static void Row(string kind, params object[] fields)
    {
        var parts = new List<string> { "\"t\":\"" + kind + "\"" };
        for (int at = 0; at < fields.Length; at += 2)
            parts.Add("\"" + fields[at] + "\":" + (fields[at + 1] is int ? fields[at + 1].ToString() : "\"" + ((string)fields[at + 1]).Replace("\\", "\\\\").Replace("\"", "\\\"") + "\""));
        Console.WriteLine("{" + string.Join(",", parts) + "}");
    }
}
