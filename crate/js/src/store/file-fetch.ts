/** Packages that fetch their own files, in Node, whose `fetch` knows no files. */

/** Does `work` while `fetch` reads addresses of files; nothing is changed in a page. */
export async function fetchingFiles<T>(work: () => Promise<T>): Promise<T> {
  if (typeof process !== "object" || !process.versions.node) return work();
  const { readFile } = await import("node:fs/promises");
  const fetched = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.startsWith("file:") ? new Response(await readFile(new URL(address))) : fetched(input, init);
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetched;
  }
}
