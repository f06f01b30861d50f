// The built worker in a real workerd, archives to put into it, and what the tests read of its answers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { Miniflare } from "miniflare";

export const folder = fileURLToPath(new URL("../../www/worker/", import.meta.url));
const encoder = new TextEncoder();

/** A place where R2 is kept, and any number of isolates on it. */
export class Place {
  #path = mkdtempSync(join(tmpdir(), "waymark-worker-"));
  #isolates = [];

  /** A fresh isolate. */
  isolate(bindings = {}) {
    const dist = join(folder, "dist");
    const isolate = new Miniflare({
      compatibilityDate: "2026-04-01",
      rootPath: dist,
      scriptPath: join(dist, "index.js"),
      modules: true,
      modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
      bindings,
      r2Buckets: ["REPOSITORIES"],
      r2Persist: this.#path,
    });
    this.#isolates.push(isolate);
    return new Client(isolate);
  }

  async dispose() {
    await Promise.all(this.#isolates.map((isolate) => isolate.dispose()));
    rmSync(this.#path, { recursive: true, force: true });
  }
}

/** Sends requests. */
class Client {
  constructor(isolate) {
    this.isolate = isolate;
  }

  fetch(path, init) {
    return this.isolate.dispatchFetch(`http://localhost${path}`, init);
  }

  /** Status and JSON of an answer. */
  async ask(path, init) {
    const response = await this.fetch(path, init);
    return { status: response.status, body: await response.json() };
  }

  upload(body, query = "") {
    return this.ask(`/repositories${query}`, { method: "POST", body });
  }

  post(path, params) {
    return this.ask(path, { method: "POST", body: typeof params === "string" ? params : JSON.stringify(params) });
  }
}

/**
 * A file in the language of every grammar: code defines `<language>_caller`, which calls `<language>_callee`, what is
 * read for its outline alone has a part called `<language>_part`.
 */
export const tree = {
  "tiny.css": "#css_part { color: red }\n",
  "Dockerfile": "FROM scratch AS dockerfile_part\n",
  "tiny.tf": 'variable "hcl_part" {\n}\n',
  "tiny.json": '{ "json_part": 1 }\n',
  "Makefile": "make_part:\n\ttrue\n",
  "tiny.md": "# markdown_part\n",
  "tiny.sql": "CREATE TABLE sql_part (id int);\n",
  "tiny.toml": "toml_part = 1\n",
  "tiny.yaml": "yaml_part: 1\n",
  "Tiny.cs": "class CsTiny\n{\n    static int csharp_callee() { return 1; }\n    static int csharp_caller() { return csharp_callee(); }\n}\n",
  "go.mod": "module example.org/tiny\n",
  "tiny.c": "int c_callee(void) { return 1; }\n\nint c_caller(void) { return c_callee(); }\n",
  "tiny.cpp": "static int cpp_callee() { return 1; }\n\nint cpp_caller() { return cpp_callee(); }\n",
  "tiny.go": "package tiny\n\nfunc go_callee() int { return 1 }\n\nfunc go_caller() int { return go_callee() }\n",
  "Tiny.java": "class Tiny {\n  static int java_callee() { return 1; }\n  static int java_caller() { return java_callee(); }\n}\n",
  "tiny.js": "export function javascript_callee() { return 1; }\nexport function javascript_caller() { return javascript_callee(); }\n",
  "tiny.kt": "fun kotlin_callee(): Int {\n    return 1\n}\n\nfun kotlin_caller(): Int {\n    return kotlin_callee()\n}\n",
  "tiny.lua": "local function lua_callee() return 1 end\n\nlocal function lua_caller() return lua_callee() end\n",
  "tiny.php": "<?php\nfunction php_callee() { return 1; }\nfunction php_caller() { return php_callee(); }\n",
  "tiny.py": 'def python_callee():\n    """Parses the configuration."""\n    return 1\n\n\ndef python_caller():\n    return python_callee()\n',
  "tiny.rb": "def ruby_callee\n  1\nend\n\ndef ruby_caller\n  ruby_callee\nend\n",
  "tiny.rs": "fn rust_callee() -> u32 {\n    1\n}\n\nfn rust_caller() -> u32 {\n    rust_callee()\n}\n",
  "tiny.scala": "object Tiny {\n  def scala_callee(): Int = 1\n  def scala_caller(): Int = scala_callee()\n}\n",
  "tiny.sh": "bash_callee() { echo 1; }\nbash_caller() { bash_callee; }\n",
  "tiny.swift": "func swift_callee() -> Int { return 1 }\nfunc swift_caller() -> Int { return swift_callee() }\n",
  "view.tsx": "export function tsx_callee() { return <b>1</b>; }\nexport function tsx_caller() { return tsx_callee(); }\n",
  "tiny.ts": "export function typescript_callee(): number { return 1; }\nexport function typescript_caller(): number { return typescript_callee(); }\n",
  "node_modules/left/index.js": "module.exports = 1;\n",
};

/** Files as a zip archive. */
export function zip(files, options = {}) {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, bytes(content)])), options);
}

/** Files as a tar archive compressed by gzip. */
export function tarGz(files) {
  const parts = Object.entries(files).map(([path, content]) => tarEntry(path, bytes(content)));
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

function tarEntry(path, content) {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write("0000644\0", 100);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        0ustar\x0000", 148, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

function bytes(content) {
  return typeof content === "string" ? encoder.encode(content) : content;
}
