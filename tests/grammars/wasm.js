// A WebAssembly writer that is just enough to make side modules with one fault each.

/** A module of the given sections: `[id, bytes]`, or `[name, bytes]` for a custom one. */
export function wasm(...sections) {
  const bytes = sections.flatMap(([id, content]) => {
    const payload = typeof id === "string" ? [...text(id), ...content] : content;
    return [typeof id === "string" ? 0 : id, ...number(payload.length), ...payload];
  });
  return Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes);
}

/** A `dylink.0` section that asks for this much memory. */
export const dylink = (memory = 256) => {
  const needs = [...number(memory), 4, 0, 0];
  return ["dylink.0", [1, needs.length, ...needs]];
};

/** The legacy section that asks for the same. */
export const legacyDylink = (memory = 256) => ["dylink", [...number(memory), 4, 0, 0, 0]];

/** A language whose first word is `abi`: `tree_sitter_<name>` returns the memory base, where data puts it. */
export function language(name, abi, ...imports) {
  const memory = [...text("env"), ...text("memory"), 2, 0, 1];
  const base = [...text("env"), ...text("__memory_base"), 3, 0x7f, 0];
  const functions = imports.map(([module, field]) => [...text(module), ...text(field), 0, 0]);
  const all = [memory, base, ...functions];
  return [
    [1, [1, 0x60, 0, 1, 0x7f]], // type: () -> i32
    [2, [...number(all.length), ...all.flat()]],
    [3, [1, 0]],
    [7, [1, ...text(`tree_sitter_${name}`), 0, functions.length]],
    [10, [1, 4, 0, 0x23, 0, 0x0b]], // global.get __memory_base
    [11, [1, 0, 0x23, 0, 0x0b, 4, abi, 0, 0, 0]],
  ];
}

/**
 * The same by way of the offset tables: `tree_sitter_<name>` calls the exported `f` through the function table,
 * and `f` returns the address of the exported `data`, 16 bytes into the memory.
 */
export function languageByOffsets(name, abi) {
  const global = (module, field, mutable) => [...text(module), ...text(field), 3, 0x7f, mutable];
  const imports = [
    [...text("env"), ...text("memory"), 2, 0, 1],
    [...text("env"), ...text("__indirect_function_table"), 1, 0x70, 0, 0],
    global("env", "__memory_base", 0),
    global("GOT.mem", "data", 1),
    global("GOT.func", "f", 1),
  ];
  return [
    [1, [1, 0x60, 0, 1, 0x7f]],
    [2, [imports.length, ...imports.flat()]],
    [3, [2, 0, 0]],
    [6, [1, 0x7f, 0, 0x41, 16, 0x0b]], // global 3: i32.const 16
    [7, [3, ...text(`tree_sitter_${name}`), 0, 1, ...text("f"), 0, 0, ...text("data"), 3, 3]],
    [10, [2, 4, 0, 0x23, 1, 0x0b, 7, 0, 0x23, 2, 0x11, 0, 0, 0x0b]], // f: global.get 1; then: call_indirect by global 2
    [11, [1, 0, 0x23, 0, 0x0b, 17, ...new Array(16).fill(0), abi]],
  ];
}

function text(value) {
  const bytes = [...new TextEncoder().encode(value)];
  return [...number(bytes.length), ...bytes];
}

/** An unsigned LEB128 number. */
function number(value) {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)];
}
