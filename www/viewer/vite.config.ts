import { defineConfig } from "vite";

// Relative, so that the built page works in any folder of any static host.
export default defineConfig({
  base: "./",
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
});
