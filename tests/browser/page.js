// A browser, the start server, and a small tree to look at.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { zipSync } from "fflate";
import { chromium } from "playwright-core";
import { root } from "../../pkg-scripts/lib.mjs";

/** A shop in three languages: who calls what is known. */
export const shop = {
  "README.md": "# Shop\n",
  ".gitignore": "secret/\n",
  "secret/key.py": "KEY = 1\n",
  "shop/__init__.py": "",
  "shop/cart.py": `"""Carts."""
from shop.price import total


class Cart:
    """What a person wants to buy."""

    def __init__(self):
        self.items = []

    def add(self, item):
        """Puts an item into the cart."""
        self.items.append(item)

    def checkout(self):
        """Sums up and pays."""
        return total(self.items)
`,
  "shop/price.py": `def total(items):
    """The sum of all prices, taxes included."""
    return sum(tax(item) for item in items)


def tax(item):
    # a "quoted" remark
    return item * 1.2
`,
  "shop/main.py": `from shop.cart import Cart
from shop.price import total


def main():
    cart = Cart()
    cart.add(3)
    print(cart.checkout(), total([1, 2]))
`,
  "web/src/view.ts": `import { format } from "./format";

/** Shows a price. */
export function show(price: number): string {
  return format(price) + format(0);
}
`,
  "web/src/format.ts": `export function format(price: number): string {
  return \`\${price} €\`;
}
`,
};

const folder = mkdtempSync(join(tmpdir(), "waymark-"));
const servers = [];
let browser;
after(async () => {
  await browser?.close();
  for (const server of servers) server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The tree as a folder of this machine. */
export function shopFolder() {
  const top = join(folder, "shop");
  for (const [path, text] of Object.entries(shop)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
}

/** The tree as a zip archive of this machine. */
export function shopArchive() {
  return fileOf("shop.zip", zipOf(Object.fromEntries(Object.entries(shop).map(([path, text]) => [`shop-1.0/${path}`, text]))));
}

/** A zip archive of `files`, from path to text. */
export function zipOf(files) {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
}

/** A file of this machine. */
export function fileOf(name, content) {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** What has the focus, wherever it is; `nothing` where nothing has. */
export function focused(page) {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active === document.body ? "nothing" : (active.getAttribute("aria-label") ?? active.textContent.trim());
  });
}

/** The address at which the start server shows `target`. */
export function serve(target) {
  const server = spawn(process.execPath, [join(root, "www/viewer/serve.js"), target], { env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.setEncoding("utf8").on("data", (text) => {
      const address = /http:\S+/.exec(text)?.[0];
      if (address) resolve(address);
    });
  });
}

/** A page in a profile of its own; `requests` and `problems` are what it asked for and complained about. */
export async function newPage(options = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const [requests, problems] = [[], []];
  context.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return { page, context, requests, problems };
}

/** Types into the search box and answers the results' names. */
export async function search(page, text) {
  await page.getByRole("combobox").fill(text);
  const results = page.getByRole("option");
  await results.first().waitFor();
  return results.locator(".name b").allTextContents();
}

/** Drops files of this machine onto the page, as a hand would. */
export async function drop(page, paths) {
  // Before, nobody listens.
  await page.waitForFunction(() => document.querySelector("waymark-app")?.shadowRoot?.childElementCount);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
  }
}
