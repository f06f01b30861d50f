import { Waymark } from "waymark";
import model from "waymark/model/codevec.bin";
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
import { scenario } from "./scenario.js";

export default {
  async fetch(request) {
    const grammars = { c, csharp, go, java, javascript, kotlin, php, python, rust, tsx, typescript };
    return Response.json(await scenario(Waymark, await request.json(), { grammars, model }));
  },
};
