// Builds a grammar's side module from the C source in its npm package.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { root } from "./lib.mjs";

/**
 * Builds `<package>/<folder>/src/*.c` and returns the path of the side module; from the crate that the native tests
 * link, where npm has no package. The result is kept in the user's cache, for clang takes a minute for the largest
 * grammars.
 */
export function buildGrammar({ package: name, crate, version, symbol, folder = "." }) {
  const cache = process.env.WAYMARK_TOOLS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "waymark");
  const out = join(cache, "grammars", `${name ?? crate}-${version}`);
  const source = join(name ? join(root, "node_modules", name) : crateFolder(crate, version), folder, "src");
  const sources = ["parser.c", "scanner.c"].map((file) => join(source, file)).filter(existsSync);
  const wasm = join(out, `${symbol}.wasm`);
  return existsSync(wasm) ? wasm : buildSideModule(sources, symbol, wasm);
}

/** Compiles C files into the side module `wasm`, which exports `tree_sitter_<symbol>`. */
export function buildSideModule(sources, symbol, wasm, ...flags) {
  mkdirSync(dirname(wasm), { recursive: true });
  const target = ["--target=wasm32-unknown-unknown", "-Os", "-fPIC", "-w", "-Wno-implicit-function-declaration"];
  const objects = sources.map((source) => {
    const object = join(dirname(wasm), `${symbol}-${basename(source)}.o`);
    const include = [`-I${headers()}`, `-I${dirname(source)}`];
    run(process.env.CC_wasm32_unknown_unknown ?? "clang-19", [...target, ...include, "-c", source, "-o", object]);
    return object;
  });
  const link = ["--experimental-pic", "-shared", "--no-entry", "--strip-all", "--unresolved-symbols=import-dynamic"];
  run(process.env.WASM_LD ?? "wasm-ld-19", [...link, `--export=tree_sitter_${symbol}`, ...flags, ...objects, "-o", wasm]);
  return wasm;
}

/** The C headers for wasm that tree-sitter's language crate brings. */
const headers = () => join(crateFolder("tree-sitter-language"), "wasm/include");

/** Where a crate of the workspace, of any version that it has or this one, lies. */
function crateFolder(name, version) {
  const text = run("cargo", ["metadata", "--format-version", "1", "--locked"]);
  const crate = JSON.parse(text).packages.find((p) => p.name === name && (version ?? p.version) === p.version);
  return dirname(crate.manifest_path);
}

function run(program, args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
}
