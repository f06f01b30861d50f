// Ways into the explorer: what is dropped, picked and named by the address, and what goes wrong there.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { Waymark } from "waymark";
import { root } from "../../pkg-scripts/lib.mjs";
import { drop, fileOf, newPage, search, serve, shop, shopArchive, shopFolder, zipOf } from "./page.js";

let archive;
let address;
before(async () => {
  archive = shopArchive();
  address = await serve(archive);
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
