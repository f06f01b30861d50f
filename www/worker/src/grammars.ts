/**
 * The grammars that are deployed. All of them together with the engine exceed the 3 MiB that a worker may have for
 * nothing; where it is paid for (10 MiB), `waymark/grammars` has every one. Files of a language that is left out are
 * listed and reported.
 */
import c from "waymark/grammars/c.wasm";
import cpp from "waymark/grammars/cpp.wasm";
import csharp from "waymark/grammars/csharp.wasm";
import go from "waymark/grammars/go.wasm";
import java from "waymark/grammars/java.wasm";
import javascript from "waymark/grammars/javascript.wasm";
import lua from "waymark/grammars/lua.wasm";
import php from "waymark/grammars/php.wasm";
import python from "waymark/grammars/python.wasm";
import ruby from "waymark/grammars/ruby.wasm";
import rust from "waymark/grammars/rust.wasm";
import tsx from "waymark/grammars/tsx.wasm";
import typescript from "waymark/grammars/typescript.wasm";

/** By the language's name. */
export const grammars = { c, cpp, csharp, go, java, javascript, lua, php, python, ruby, rust, tsx, typescript };
