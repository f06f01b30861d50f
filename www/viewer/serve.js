// serve [folder or archive]: the built explorer on 127.0.0.1, open on a tree of this machine. PORT chooses the port.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname, join, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./pack.js";

const dist = fileURLToPath(new URL("dist", import.meta.url));
const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".zip": "application/zip",
};

const target = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
const folder = (await stat(target)).isDirectory();
// Archives are told apart by what is in them, not by their names.
const source = `/source/${encodeURIComponent(basename(target).replace(/\.(zip|tar|tar\.gz|tgz)$/i, ""))}.zip`;

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    const status = ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(error.code) ? 404 : 500;
    if (!response.headersSent) response.writeHead(status, { "content-type": "text/plain" });
    response.end(status === 404 ? "not found" : String(error.message));
  });
});

listen(Number(process.env.PORT ?? 4173), process.env.PORT === undefined ? 20 : 0);

/** Listens on `port`, or on one of the next where that is taken. */
function listen(port, others) {
  server.once("error", (error) => {
    if (error.code !== "EADDRINUSE" || !others) throw error;
    listen(port + 1, others - 1);
  });
  server.listen(port, "127.0.0.1", () => {
    server.removeAllListeners("error");
    console.log(`Waymark on ${target}: http://127.0.0.1:${server.address().port}/?source=${source}`);
  });
}

async function answer({ method, url, headers }, response) {
  // A page elsewhere may make its name point here; it must not read a tree of this machine.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? "")) return refuse(response, 403, "ask for 127.0.0.1");
  if (method !== "GET" && method !== "HEAD") return refuse(response, 405, "only GET and HEAD");
  const pathname = pathOf(url);
  if (pathname === undefined) return refuse(response, 400, "no path");
  response.setHeader("cache-control", "no-cache");
  response.setHeader("x-content-type-options", "nosniff");
  if (pathname === decodeURIComponent(source)) return sendTree(method, response);
  const path = normalize(join(dist, pathname.endsWith("/") ? `${pathname}index.html` : pathname));
  if (!path.startsWith(dist + sep)) return refuse(response, 404, "not found");
  const found = await stat(path);
  if (!found.isFile()) return refuse(response, 404, "not found");
  response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "content-length": found.size });
  if (method === "HEAD") return response.end();
  createReadStream(path).on("error", () => response.destroy()).pipe(response);
}

/** The path that `url` asks for; none where that is no text that a file could be called. */
function pathOf(url) {
  try {
    const path = decodeURIComponent(new URL(url, "http://127.0.0.1").pathname);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The tree as it is now, and what of it is not sent. */
async function sendTree(method, response) {
  const { archive, leftOut } = folder ? await pack(target) : { archive: await readFile(target), leftOut: [] };
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": archive.length,
    // What the page cannot see, for it to tell; headers hold ASCII only.
    "x-waymark-left-out": encodeURIComponent(JSON.stringify(leftOut)),
  });
  response.end(method === "HEAD" ? undefined : archive);
}

function refuse(response, status, message) {
  response.writeHead(status, { "content-type": "text/plain" });
  response.end(message);
}
