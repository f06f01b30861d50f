import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import { root } from "../../pkg-scripts/lib.mjs";
import { focused, newPage, search, serve, shopArchive } from "./page.js";

let address;
before(async () => {
  address = await serve(shopArchive());
});

/** A page on the small tree, at `place` of it. */
async function opened(place = "", options) {
  const held = await newPage(options);
  await held.page.goto(address + place);
  await held.page.locator("waymark-explorer").waitFor();
  return held;
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
