/** The engine with all grammars: workerd compiles nothing at run time, so each is an import. */
import { Waymark } from "waymark";
import csharp from "waymark/grammars/csharp.wasm";
import go from "waymark/grammars/go.wasm";
import java from "waymark/grammars/java.wasm";
import javascript from "waymark/grammars/javascript.wasm";
import php from "waymark/grammars/php.wasm";
import python from "waymark/grammars/python.wasm";
import rust from "waymark/grammars/rust.wasm";
import tsx from "waymark/grammars/tsx.wasm";
import typescript from "waymark/grammars/typescript.wasm";

/** The engine of this isolate. */
export const waymark = await Waymark.load({ grammars: { csharp, go, java, javascript, php, python, rust, tsx, typescript } });
