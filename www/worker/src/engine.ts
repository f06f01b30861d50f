/** The engine with all grammars: workerd compiles nothing at run time, so each is an import. */
import { Waymark } from "waymark";
import c from "waymark/grammars/c.wasm";
import csharp from "waymark/grammars/csharp.wasm";
import go from "waymark/grammars/go.wasm";
import java from "waymark/grammars/java.wasm";
import javascript from "waymark/grammars/javascript.wasm";
import kotlin from "waymark/grammars/kotlin.wasm";
import php from "waymark/grammars/php.wasm";
import python from "waymark/grammars/python.wasm";
import rust from "waymark/grammars/rust.wasm";
import tsx from "waymark/grammars/tsx.wasm";
import typescript from "waymark/grammars/typescript.wasm";

/** The engine of this isolate. */
export const waymark = await Waymark.load({ grammars: { c, csharp, go, java, javascript, kotlin, php, python, rust, tsx, typescript } });
