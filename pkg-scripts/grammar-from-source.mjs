// Builds a grammar's side module from the C source in its npm package.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./lib.mjs";

/**
 * Builds `<package>/<folder>/src/*.c` and returns the path of the side module. The result is kept in the
 * user's cache, for clang takes a minute for the largest grammars.
 */
export function buildGrammar({ package: name, version, symbol, folder = "." }) {
  const cache = process.env.WAYMARK_TOOLS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "waymark");
  const out = join(cache, "grammars", `${name}-${version}-${symbol}`);
  const wasm = join(out, `${symbol}.wasm`);
  if (existsSync(wasm)) return wasm;

  mkdirSync(out, { recursive: true });
  const source = join(root, "node_modules", name, folder, "src");
  const sources = ["parser.c", "scanner.c"].filter((file) => existsSync(join(source, file)));
  const objects = sources.map((file) => {
    const object = join(out, `${file}.o`);
    const flags = ["--target=wasm32-unknown-unknown", "-Os", "-fPIC", "-fvisibility=hidden", "-w"];
    run(process.env.CC_wasm32_unknown_unknown ?? "clang-19",
      [...flags, `-I${headers()}`, `-I${source}`, "-c", join(source, file), "-o", object]);
    return object;
  });
  const flags = ["--experimental-pic", "-shared", "--no-entry", "--strip-all", `--export=tree_sitter_${symbol}`];
  run(process.env.WASM_LD ?? "wasm-ld-19",
    [...flags, "--unresolved-symbols=import-dynamic", ...objects, "-o", wasm]);
  return wasm;
}

/** The C headers for wasm that tree-sitter's language crate brings. */
function headers() {
  const text = run("cargo", ["metadata", "--format-version", "1", "--locked"]);
  const crate = JSON.parse(text).packages.find((p) => p.name === "tree-sitter-language");
  return join(dirname(crate.manifest_path), "wasm/include");
}

function run(program, args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
}
