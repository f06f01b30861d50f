/** As workerd and its bundlers import WebAssembly. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
