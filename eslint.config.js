import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

export default defineConfig(
  globalIgnores(["build/", "**/dist/", "crate/js/engine/", "tests/package/tree/", "tests/package/consumers/*.ts", "**/target/", "**/.wrangler/", "**/*.d.ts"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "no-empty": ["error", { allowEmptyCatch: false }],
      "prefer-const": "error",
    },
  },
  {
    files: ["**/*.ts"],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
  },
  { files: ["pkg-scripts/**", "tests/**", "crate/js/**", "www/*/*.js"], languageOptions: { globals: globals.node } },
  { files: ["crate/js/**", "www/**", "tests/**"], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  // Programs that a person runs print; libraries and pages do not.
  { files: ["pkg-scripts/**", "tests/**", "**/cli/**", "**/cli.*", "www/viewer/serve.js"], rules: { "no-console": "off" } },
);
