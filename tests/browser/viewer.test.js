import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import { root } from "../../pkg-scripts/lib.mjs";
import { Waymark } from "waymark";
import { drop, fileOf, focused, newPage, serve, shop, shopArchive, shopFolder, zipOf } from "./page.js";

let archive;
let address;
before(async () => {
  archive = shopArchive();
  address = await serve(archive);
});

/** A page on the small tree, at `place` of it. */
async function opened(place = "", options) {
  const held = await newPage(options);
  await held.page.goto(address + place);
  await held.page.locator("waymark-explorer").waitFor();
  return held;
}

/** Types into the search box and answers the results' names. */
async function search(page, text) {
  await page.getByRole("combobox").fill(text);
  const results = page.getByRole("option");
  await results.first().waitFor();
  return results.locator(".name b").allTextContents();
}

const details = (page) => page.locator("waymark-symbol");
const list = (page, title) => details(page).locator("section", { has: page.getByRole("heading", { name: title }) });

test("what the address names is opened, and the overview tells what it holds", async () => {
  const { page, problems } = await opened();
  await page.getByRole("heading", { name: "shop", exact: true }).waitFor();
  const overview = page.locator("waymark-overview");
  await overview.getByText("python").waitFor();
  await overview.getByText("ignored by .gitignore").click();
  await overview.getByText("secret/").waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test("a symbol is found as one types, and tells its callers with evidence and lines", async () => {
  const { page } = await opened();
  const names = await search(page, "total");
  assert.equal(names[0], "total");
  await page.getByRole("combobox").press("Enter");
  await details(page).getByRole("heading", { name: "total" }).waitFor();
  assert.match(await details(page).locator("pre").textContent(), /def total\(items\)/);
  await details(page).getByText("The sum of all prices").waitFor();
  const callers = list(page, "Callers");
  assert.deepEqual((await callers.locator(".head button").allTextContents()).sort(), ["checkout", "main"]);
  assert.deepEqual((await callers.locator(".head .dim").allTextContents()).sort(), ["Cart · shop/cart.py", "shop/main.py"]);
  const evidence = await callers.locator(".sure").allTextContents();
  assert.ok(evidence.every((text) => /^import \d+ %$/.test(text.trim())), evidence.join());
  await callers.getByRole("button", { name: "L17 of shop/cart.py" }).click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("line") === "17");
  await page.locator(".cm-hit", { hasText: "return total(self.items)" }).waitFor();
  await page.context().close();
});

test("what has no link is listed with its reason", async () => {
  const { page } = await opened("&symbol=shop/main.py::main");
  await details(page).getByText("Without a link inside it: 1 external").click();
  await details(page).getByText("defined outside of this tree").waitFor();
  await details(page).getByRole("button", { name: "print L8" }).click();
  await page.locator(".cm-hit", { hasText: "print(cart.checkout()" }).waitFor();
  await page.context().close();
});

test("words of the documentation find what they describe", async () => {
  const { page } = await opened();
  const names = await search(page, "sum of prices with taxes");
  assert.equal(names[0], "total");
  await page.getByText(/by concept/).waitFor();
  await page.getByRole("combobox").fill("zzzqqq");
  await page.getByText("Nothing in shop answers to that.").waitFor();
  await page.context().close();
});

test("a name is found from its second letter on, key by key, and with a slip", async () => {
  const { page } = await opened();
  const box = page.getByRole("combobox");
  const first = page.getByRole("option").locator(".name b").first();
  const answered = async (text) => {
    // What is shown before is not taken for the answer.
    await box.fill("zzzqqq");
    await page.getByText("Nothing in shop answers to that.").waitFor();
    await box.fill(text);
    await first.waitFor();
    return first.textContent();
  };
  for (const text of ["ch", "chec", "checkou", "chekout", "chcekout", "checkoutt", "xheckout"]) assert.equal(await answered(text), "checkout", text);
  await box.fill("");
  const shown = [];
  for (const key of "checkout") {
    await box.press(key);
    if ((await box.inputValue()).length > 1) {
      await page.getByRole("option").locator(".name b", { hasText: /^checkout$/ }).first().waitFor();
      shown.push(await box.inputValue());
    }
  }
  assert.equal(shown.length, "checkout".length - 1);
  await page.context().close();
});

test("the newest question wins over a slower older one", async () => {
  const { page } = await opened();
  const box = page.getByRole("combobox");
  await box.pressSequentially("checkout", { delay: 15 });
  await page.getByRole("option").first().waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.getByRole("option").locator(".name b").first().textContent(), "checkout");
  await page.context().close();
});

test("a name in the code leads to its definition, a definition to its details", async () => {
  const { page } = await opened("&file=shop/main.py");
  await page.locator(".cm-link", { hasText: "checkout" }).click();
  await details(page).getByRole("heading", { name: "checkout" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("file"), "shop/cart.py");
  await page.locator(".cm-definition", { hasText: "add" }).click();
  await details(page).getByRole("heading", { name: "add" }).waitFor();
  await page.context().close();
});

test("an address restores file, line and symbol; back and forward lead there and away", async () => {
  const { page } = await opened("&file=shop/price.py&line=6&symbol=shop/price.py::tax");
  await details(page).getByRole("heading", { name: "tax" }).waitFor();
  await page.locator(".cm-hit", { hasText: "def tax" }).waitFor();
  await list(page, "Callers").getByRole("button", { name: "total", exact: true }).click();
  await details(page).getByRole("heading", { name: "total" }).waitFor();
  await page.goBack();
  await details(page).getByRole("heading", { name: "tax" }).waitFor();
  await page.goForward();
  await details(page).getByRole("heading", { name: "total" }).waitFor();
  await page.context().close();
});

test("a dropped archive is mapped, kept, opened again after a reload, and deleted", async () => {
  const { page } = await newPage();
  await page.goto(new URL("/", address).href);
  await page.getByText("Nothing leaves this page").waitFor();
  await drop(page, [archive]);
  await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
  await page.waitForFunction(() => /map=/.test(location.search));
  await page.getByRole("button", { name: "Waymark" }).click();
  await page.getByRole("heading", { name: "Recent maps" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: /^shop/ }).click();
  await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
  await search(page, "checkout");
  await page.getByRole("button", { name: "Waymark" }).click();
  await page.getByRole("button", { name: "Delete the map of shop" }).click();
  await page.getByRole("heading", { name: "Recent maps" }).waitFor({ state: "detached" });
  await page.context().close();
});

test("a dropped folder is mapped without what it ignores", async () => {
  const { page } = await newPage();
  await page.goto(new URL("/", address).href);
  await drop(page, [shopFolder()]);
  await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
  await page.getByRole("treeitem", { name: "shop" }).waitFor();
  assert.equal(await page.getByRole("treeitem", { name: "secret" }).count(), 0);
  await page.context().close();
});

test("names that the browser refuses are told, where the map goes", async () => {
  const folder = shopFolder();
  const odd = ["what?.py", "shop/con.py", "shop/a.lnk", "secret/no?.py"].map((path) => `${folder}/${path}`);
  for (const path of odd) writeFileSync(path, "ODD = 1\n");
  const { page } = await newPage();
  await page.goto(new URL("/", address).href);
  await drop(page, [folder]);
  const row = page.locator("waymark-overview details", { hasText: "names that this browser refuses" });
  await row.locator("summary").click();
  assert.deepEqual(await row.locator("li").allTextContents(), ["shop/a.lnk", "shop/con.py", "what?.py"]);
  assert.match(await row.locator("summary").textContent(), /3$/);
  await page.context().close();
  for (const path of odd) rmSync(path);
});

test("folders and archives can be picked, also where the browser hands out no directories", async () => {
  const { page } = await newPage();
  await page.addInitScript(() => delete globalThis.showDirectoryPicker);
  const ways = [["Open archive…", archive], ["Open folder…", shopFolder()]];
  for (const [button, path] of ways) {
    await page.goto(new URL("/", address).href);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: button }).click()]);
    await chooser.setFiles(path);
    await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
    await page.getByRole("treeitem", { name: "web" }).waitFor();
  }
  await page.context().close();
});

test("a chosen theme stays", async () => {
  const { page } = await newPage({ colorScheme: "light" });
  await page.goto(new URL("/", address).href);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Theme: system" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
  await page.context().close();
});

test("what cannot be read is refused in words", async () => {
  const { page } = await newPage();
  await page.goto(new URL("/", address).href);
  await drop(page, [`${root}/Cargo.toml`]);
  const alert = page.getByRole("alert");
  await alert.getByText("Cargo.toml is neither an archive nor a snapshot").waitFor();
  await alert.getByText("not-a-tree").waitFor();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), alert.getByRole("button", { name: "Choose another file…" }).click()]);
  await chooser.setFiles(archive);
  await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
  await page.goto(new URL("/?source=https://example.org/a.zip", address).href);
  await alert.getByText("https://example.org is another site").waitFor();
  for (const source of ["javascript:alert(1)", "data:text/plain,a", "http://["]) {
    await page.goto(new URL(`/?source=${encodeURIComponent(source)}`, address).href);
    await alert.getByText(`${source} is no address of an archive`).waitFor();
  }
  await page.goto(new URL("/?source=/nothing.zip&file=a.py", address).href);
  await page.getByRole("alert").getByText("404").waitFor();
  assert.match(page.url(), /file=a\.py/, "the address stays");
  await page.context().close();
});

test("what is open stays as it is until another tree is mapped", async () => {
  const { page } = await newPage();
  await page.goto(new URL("/", address).href);
  await drop(page, [archive]);
  const overview = page.locator("waymark-overview h1", { hasText: "shop" });
  await overview.waitFor();
  await page.waitForFunction(() => /map=/.test(location.search));
  const unchanged = async (after) => {
    await overview.waitFor();
    assert.equal(await page.locator("waymark-overview h1").textContent(), "shop", after);
    assert.equal(await page.locator("header .map").textContent(), "shop", after);
    assert.match(await page.locator("waymark-status footer").textContent(), /^\s*8 files/, after);
    await page.getByRole("treeitem", { name: "web" }).waitFor();
    assert.deepEqual([(await search(page, "checkout"))[0]], ["checkout"], after);
    await page.getByRole("combobox").fill("");
  };
  await drop(page, [fileOf("garbage.zip", "PK\x03\x04 and nothing that follows from it")]);
  await page.getByRole("alert").getByText("garbage could not be opened").waitFor();
  await unchanged("a failure");
  await page.route("**/*.wasm", () => undefined);
  await drop(page, [fileOf("other.zip", zipOf({ "other.py": "def other(): pass\n" }))]);
  await page.getByRole("heading", { name: "Mapping other" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled; nothing was kept.").first().waitFor();
  await unchanged("a cancelled opening");
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("waymark-overview h1", { hasText: "other" }).waitFor();
  assert.equal(await page.locator("header .map").textContent(), "other");
  await page.context().close();
});

test("a snapshot is opened, a damaged one refused", async () => {
  const { page } = await newPage();
  const made = (await Waymark.index(new Map(Object.entries(shop)))).snapshot();
  await page.goto(new URL("/", address).href);
  await drop(page, [fileOf("cut.waymark", made.subarray(0, 300))]);
  await page.getByRole("alert").getByText("invalid-snapshot").waitFor();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open archive…" }).click()]);
  await chooser.setFiles(fileOf("market.waymark", made));
  await page.locator("waymark-overview h1", { hasText: "market" }).waitFor();
  assert.equal((await search(page, "checkout"))[0], "checkout");
  await page.context().close();
});

test("a tree without code says why there is nothing", async () => {
  const { page } = await newPage();
  const trees = [
    [{ "data.bin": "\0".repeat(100) }, "all that is here was left out"],
    [{}, "there are no files here"],
    [{ "notes.txt": "nothing\n" }, "no file that was read is in a language that Waymark knows"],
  ];
  for (const [files, reason] of trees) {
    await page.goto(new URL("/", address).href);
    await drop(page, [fileOf("bare.zip", zipOf(files))]);
    await page.locator("waymark-overview").getByText(reason).waitFor();
  }
  await page.context().close();
});

test("opening can be stopped, keeps nothing, and can be tried again", async () => {
  const { page } = await newPage();
  let answered = false;
  await page.route((url) => url.pathname.startsWith("/source/"), (route) => (answered ? route.continue() : undefined));
  await page.goto(address, { waitUntil: "commit" });
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  await page.waitForFunction(() => /\d/.test(document.querySelector("waymark-app").shadowRoot.querySelector("waymark-opening").shadowRoot.querySelector(".now").textContent));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Open folder…" }).waitFor();
  assert.equal(page.url(), address, "a reload opens what the address names");
  assert.equal(page.workers().length, 0);
  assert.equal(await page.getByRole("heading", { name: "Recent maps" }).count(), 0);
  answered = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
  await page.context().close();
});

test("what failed to open can be tried again", async () => {
  const { page } = await newPage();
  let broken = true;
  await page.route((url) => url.pathname.startsWith("/source/"), (route) => (broken ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto(`${address}&file=shop/cart.py`);
  await page.getByRole("alert").getByText("503").waitFor();
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Text of shop/cart.py").waitFor();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.context().close();
});

test("what is typed while the map is made does not stop it; the search box is there when it is asked for", async () => {
  const { page } = await newPage();
  let answer;
  const asked = new Promise((resolve) => {
    void page.route((url) => url.pathname.startsWith("/source/"), (route) => resolve((answer = () => route.continue())));
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.getByRole("progressbar").waitFor();
  await asked;
  await page.keyboard.type("where is the sum");
  await page.keyboard.press("Enter");
  await page.keyboard.press("/");
  assert.equal(await page.getByRole("progressbar").count(), 1);
  await answer();
  await page.locator("waymark-overview h1", { hasText: "shop" }).waitFor();
  await page.waitForFunction(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute("role") === "combobox";
  });
  await page.keyboard.type("total");
  await page.getByRole("option").first().waitFor();
  await page.context().close();
});

test("what the start server left out of a folder is told beside what the page left out", async () => {
  const folder = shopFolder();
  mkdirSync(`${folder}/node_modules/left`, { recursive: true });
  writeFileSync(`${folder}/node_modules/left/index.js`, "");
  writeFileSync(`${folder}/data.bin`, new Uint8Array(100));
  const { page } = await newPage();
  await page.goto(await serve(folder));
  const overview = page.locator("waymark-overview");
  for (const [reason, example] of [["ignored by .gitignore", "secret/"], ["dependencies, build results, caches", "node_modules/"], ["binary", "data.bin"]]) {
    await overview.locator("summary", { hasText: reason }).click();
    await overview.getByText(example, { exact: true }).waitFor();
  }
  await page.locator("waymark-status").getByText("3 left out").waitFor();
  await page.context().close();
  rmSync(`${folder}/node_modules`, { recursive: true });
  rmSync(`${folder}/data.bin`);
});

test("a broken engine is told with its code, and the address stays", async () => {
  const { page } = await newPage();
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 200, contentType: "application/wasm", body: "broken" }));
  await page.goto(`${address}&file=shop/cart.py`);
  const alert = page.getByRole("alert");
  await alert.getByText("engine-failed").waitFor();
  await alert.getByRole("button", { name: "Reload the page" }).waitFor();
  assert.match(page.url(), /file=shop\/cart\.py/);
  await page.context().close();
});

test("everything can be done by keys alone", async () => {
  const { page } = await opened();
  await page.keyboard.press("/");
  await page.keyboard.type("checkout");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await details(page).getByRole("heading", { name: "checkout" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Help" }).waitFor({ state: "hidden" });
  await page.getByRole("tree").focus();
  await page.keyboard.press("Home");
  await page.keyboard.type("web");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem", { name: "src" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem", { name: "view.ts" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByLabel("Text of web/src/view.ts").focus();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 12; i += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F12");
  await details(page).getByRole("heading", { name: "format" }).waitFor();
  await page.keyboard.press("Control+k");
  assert.equal(await page.getByRole("combobox").evaluate((input) => input.getRootNode().activeElement === input), true);
  await page.context().close();
});

test("the Tab key comes everywhere and is caught nowhere", async () => {
  const { page } = await opened();
  await search(page, "total");
  await page.keyboard.press("Enter");
  await details(page).getByRole("heading", { name: "total" }).waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
  assert.equal(await focused(page), "Text of shop/price.py", "what was chosen has the focus");
  await page.keyboard.press("/");
  const stops = [];
  for (let i = 0; i < 20; i += 1) {
    stops.push(await focused(page));
    await page.keyboard.press("Tab");
  }
  const wanted = ["Search symbols and files", "Help and keys", "Files", "Text of shop/price.py", "Details", "checkout"];
  assert.deepEqual(stops.filter((stop) => wanted.includes(stop)), wanted);
  assert.ok(!stops.includes("nothing"), stops.join());
  await page.context().close();
});

test("what is drawn anew does not lose the focus", async () => {
  const { page } = await opened();
  const chosen = async (button) => {
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await chosen(page.locator("waymark-overview").getByRole("button", { name: "total" }));
  await details(page).getByRole("heading", { name: "total" }).waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
  assert.equal(await focused(page), "Text of shop/price.py");
  // Nothing calls `main`: the list that was chosen from is gone.
  await chosen(list(page, "Callers").getByRole("button", { name: "main", exact: true }));
  await details(page).getByRole("heading", { name: "main" }).waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.querySelector("waymark-explorer").shadowRoot.activeElement?.localName), "waymark-details");
  await page.context().close();
});

test("the page answers while a real repository is mapped, and asks no other site", async () => {
  const { page, requests, problems } = await newPage();
  await page.addInitScript(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
  });
  await page.goto(await serve(root));
  await page.getByRole("progressbar").waitFor();
  const phases = new Set();
  while ((await page.getByRole("progressbar").count()) > 0) {
    phases.add(await page.locator("waymark-opening li.current").textContent({ timeout: 1000 }).catch(() => ""));
  }
  await page.locator("waymark-overview h1").waitFor();
  const longest = Math.max(0, ...(await page.evaluate(() => globalThis.long)));
  console.log(`longest task of the page while it mapped this repository: ${Math.round(longest)} ms`);
  assert.ok(longest < 200, `${longest} ms`);
  assert.ok([...phases].some((name) => name.includes("Parse")), [...phases].join());
  await search(page, "Waymark");
  const origins = new Set(requests.map((url) => new URL(url).origin));
  assert.deepEqual([...origins], [new URL(address).origin.replace(/:\d+$/, `:${new URL(page.url()).port}`)]);
  assert.deepEqual(problems, []);
  await page.context().close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const colorScheme of ["light", "dark"]) {
  test(`no serious accessibility fault in ${colorScheme}`, async () => {
    const { page } = await newPage({ colorScheme, bypassCSP: true });
    const faults = async () => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`);
    };
    await page.goto(new URL("/", address).href);
    await page.getByText("Nothing leaves this page").waitFor();
    assert.deepEqual(await faults(), [], "first screen");
    await page.goto(address);
    await page.locator("waymark-overview h1").waitFor();
    assert.deepEqual(await faults(), [], "overview");
    await page.goto(`${address}&file=shop/cart.py&symbol=shop/cart.py::Cart::checkout`);
    await details(page).getByRole("heading", { name: "checkout" }).waitFor();
    assert.deepEqual(await faults(), [], "symbol");
    await search(page, "total");
    assert.deepEqual(await faults(), [], "search");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Help and keys" }).click();
    assert.deepEqual(await faults(), [], "help");
    await page.context().close();
  });
}

test("at 320 pixels nothing is wider than the page", async () => {
  const { page } = await newPage({ viewport: { width: 320, height: 640 } });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(new URL("/", address).href);
  await page.getByText("Nothing leaves this page").waitFor();
  assert.equal(await width(), 320, "first screen");
  await page.goto(address);
  await page.locator("waymark-overview h1").waitFor();
  assert.equal(await width(), 320, "overview");
  await page.goto(`${address}&file=shop/cart.py&symbol=shop/cart.py::Cart::checkout`);
  await page.locator(".cm-hit").first().waitFor();
  for (const pane of ["Code", "Details", "Files"]) {
    await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: pane }).click();
    assert.equal(await width(), 320, pane);
  }
  await page.context().close();
});
