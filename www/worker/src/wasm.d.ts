/** Wrangler makes a module of every WebAssembly file that is imported. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
