import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import type { IssuedDevice } from "@/lib/terminal/device/rules.registration";
import type { OrderLocator } from "@/tests/support/browser/browse-order";
import { button, cashConfirm, heldOrderId } from "@/tests/support/browser/browse-sale";
import { browserTest, forFile, setUpWithinMs } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, pathIn, words } from "@/tests/support/browser/checkout";
import type { Tablet, Tablets } from "@/tests/support/browser/tablets";
import { openTablets } from "@/tests/support/browser/tablets";
import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { issueDevice } from "@/tests/support/calls/device";
import { ageData } from "@/tests/support/databases/age-data";
import type { StatementPoint } from "@/tests/support/databases/database-proxy";
import type { StatementTrap } from "@/tests/support/databases/statement-trap";
import { startStatementTrap } from "@/tests/support/databases/statement-trap";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnly } from "@/tests/support/runner/tier";
import { armFault, listCaptures, pendingFaults, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import { runInvariants } from "@/tests/support/servers/commands";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

/** Pages look for a restarted server every two seconds. */
const soon = { timeout: 30_000 };
const hiddenFromReportMs = 600_000;
/** Expected console errors while the server is down, and before the registration. */
const allow = [/net::ERR_/, /status of 401.*api\/terminal/, /A payment was not answered/];

/** `stage` and `trap` survive the killed servers. `server` is the current one. */
type Place = { stage: FaultStage; trap: StatementTrap; tablets: Tablets; server: Server };

type Gate = { place: Place; language: Language; issued: IssuedDevice; tablet: Tablet };

const test = browserTest.extend<{ watched: undefined }, { place: Place; gates: Record<Language, Gate> }>({
  place: forFile(async (use) => {
    const stage = await openFaultStage();
    const trap = await startStatementTrap(stage.databaseUrl);
    const tablets = openTablets();
    await use({ stage, trap, tablets, server: await stage.start(trap.env) });
    await tablets.close();
    await stage.close();
    await trap.close();
  }),
  gates: [
    async ({ place }, use) => use({ en: await openGate(place, "en"), fr: await openGate(place, "fr") }),
    { scope: "worker", timeout: setUpWithinMs },
  ],
  watched: [
    async ({ place }, use) => {
      await use(undefined);
      await place.tablets.endTest();
    },
    { auto: true },
  ],
});
test.describe.configure({ timeout: 120_000 });

function openAt({ place, language, tablet }: Gate, path: string): Promise<Page> {
  return tablet.open(`${place.server.url}${pathIn(language, path)}`);
}

/** Switching off regularly also writes the new credential to disk. */
async function register(gate: Gate, link: string): Promise<Gate> {
  const { registration } = words[gate.language];
  const page = await openAt(gate, link.slice(link.indexOf("/terminal")));
  await page.getByLabel(registration.name).fill("Gate 3");
  await page.getByLabel(registration.operator).fill("Rosalie");
  await page.getByLabel(registration.printer).selectOption("browser");
  await button(page, registration.submit).click();
  await page.getByText(registration.states.complete).waitFor();
  await gate.tablet.switchOff();
  return gate;
}

function newTablet({ tablets }: Place, language: Language): Promise<Tablet> {
  return tablets.newTablet({ locale: `${language}-CA`, allow });
}

async function openGate(place: Place, language: Language): Promise<Gate> {
  const issued = await issueDevice(place.server, { parentId: "test-parent" });
  return register({ place, language, issued, tablet: await newTablet(place, language) }, issued.link);
}

async function readOrder({ server }: Place, { instanceId, orderId }: OrderLocator): Promise<OrderView> {
  return (await createBuyer(server).readOrder({ instanceId, orderId })).body.order;
}

async function holdTickets(gate: Gate, means: "cash" | "card"): Promise<{ page: Page; order: OrderView }> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true, allowRefund: true } });
  await importDraw(gate.place.server, draw);
  const page = await openAt(gate, `/terminal/${draw.id}`);
  await button(page, words[gate.language].terminalSale.methods[means]).click();
  await page.getByRole("timer").waitFor();
  const orderId = await heldOrderId(page, draw.id);
  return { page, order: await readOrder(gate.place, { instanceId: draw.id, orderId }) };
}

async function restart(place: Place): Promise<void> {
  place.server = await place.stage.start(place.trap.env, place.server.port);
}

async function killBoth({ place, tablet }: Gate): Promise<void> {
  await Promise.all([place.server.kill(), tablet.kill()]);
}

async function findOpen(gate: Gate, order: OrderView) {
  const page = await openAt(gate, `/terminal/unfinalized-orders?instanceId=${order.instanceId}`);
  const row = page.getByRole("article", { name: order.orderCode });
  await row.waitFor();
  expect(await page.getByRole("article").count()).toBe(1);
  return { page, row };
}

async function resume(gate: Gate, order: OrderView): Promise<Page> {
  const { terminalOrders, terminalSale } = words[gate.language];
  const { page, row } = await findOpen(gate, order);
  await row.getByText(terminalOrders.states.reserved.text).waitFor();
  await row.getByRole("link", { name: terminalOrders.steps.resume.button }).click();
  await page.getByText(terminalSale.order.replace("{code}", order.orderCode)).first().waitFor();
  return page;
}

async function waitForReceipt({ language }: Gate, page: Page, { orderId }: OrderView): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get("orderId") === orderId, soon);
  await page.getByRole("heading", { name: words[language].terminalReceipt.heading }).waitFor();
  expect((await page.locator("#receipt-paper").innerText()).replace(/\s+/g, " ")).toMatch(/1 – 10/);
}

/** One order, one set of numbers, one payment in the right place, and no open work. */
async function expectSoldOnce(gate: Gate, order: OrderView, means: "cash" | "card"): Promise<void> {
  const { place } = gate;
  const { instanceId, orderId } = order;
  const numbers = [{ poolId: "main", first: 1, last: 10, void: false }];
  expect(await readOrder(place, order)).toMatchObject({ status: "finalized", amount: 10, numbers });
  const captures = await listCaptures(place.stage.sandbox.url, orderId);
  expect(captures.map(({ amountCents }) => amountCents)).toEqual(means === "cash" ? [] : [1000]);
  const list = await openAt(gate, `/terminal/unfinalized-orders?instanceId=${instanceId}`);
  await list.getByText(words[gate.language].terminalOrders.ownEmpty.unfinalized).waitFor();
  const { code, lines } = await runInvariants(place.server, instanceId);
  const [cash, captured] = means === "cash" ? ["$10.00", "$0.00"] : ["$0.00", "$10.00"];
  expect(lines.filter((line) => !line.startsWith("Sealed up to "))).toEqual([
    expect.stringContaining("checks passed"),
    expect.stringContaining("Orders 1, ranges 1, tickets 10"),
    `Finalized $10.00, cash taken ${cash}, captured at the gateway ${captured}, refunded there $0.00.`,
  ]);
  expect(code).toBe(0);
}

/** Kills the server at the commit of the cash sale: before it, or before its answer. */
async function killWhileTaking({ place, language }: Gate, page: Page, side: StatementPoint["side"]): Promise<void> {
  const { held } = await place.trap.holdAt({ text: "commit", after: "insert into number_ranges", side });
  await cashConfirm(page, language).click();
  await held;
  await place.server.kill();
  await page.getByText(words[language].terminalSale.waiting.lost.title).waitFor(soon);
  expect(await cashConfirm(page, language).count()).toBe(0);
}

test.describe("kill -9 of browser and server while waiting for cash", { tag: "@tablet" }, () => {
  test("leaves the order in the list, where the sale is resumed and completed once", fullRunOnly, async ({ gates }) => {
    const gate = gates.fr;
    const { order } = await holdTickets(gate, "cash");
    await killBoth(gate);
    await restart(gate.place);
    const page = await resume(gate, order);
    await cashConfirm(page, "fr").dblclick();
    await waitForReceipt(gate, page, order);
    await expectSoldOnce(gate, order, "cash");
  });

  test(
    "with the tablet's memory lost: registered again by a new link, it resumes its own sale",
    fullRunOnly,
    async ({ gates }) => {
      const { place } = gates.en;
      const { order } = await holdTickets(gates.en, "cash");
      await killBoth(gates.en);
      await restart(place);
      const path = `/api/admin/devices/${gates.en.issued.device.deviceId}/renew`;
      const issued = (await adminCall<IssuedDevice>(place.server, "POST", path, {})).body;
      gates.en = await register({ place, language: "en", issued, tablet: await newTablet(place, "en") }, issued.link);
      const page = await resume(gates.en, order);
      await cashConfirm(page, "en").dblclick();
      await waitForReceipt(gates.en, page, order);
      await expectSoldOnce(gates.en, order, "cash");
    },
  );
});

test.describe("kill -9 while the server takes cash", { tag: "@tablet" }, () => {
  test(
    "before its commit: nothing was recorded; the tablet says so, finds its sale, and completes it once",
    fullRunOnly,
    async ({ gates }) => {
      const gate = gates.en;
      const { page, order } = await holdTickets(gate, "cash");
      await killWhileTaking(gate, page, "request");
      await restart(gate.place);
      await page.getByText(words.en.terminalSale.reasons["payment-not-made"]).waitFor(soon);
      await gate.tablet.waitUntilKept(order.orderId);
      await gate.tablet.kill();
      const { row } = await findOpen(gate, order);
      await row.getByText(words.en.terminalOrders.states.reserved.text).waitFor();
      const again = await openAt(gate, `/terminal/${order.instanceId}`);
      await cashConfirm(again, "en").dblclick();
      await waitForReceipt(gate, again, order);
      await expectSoldOnce(gate, order, "cash");
    },
  );

  test("after its commit: it is sold, and a tablet that was selling it shows the receipt", async ({ gates }) => {
    const gate = gates.fr;
    const { page, order } = await holdTickets(gate, "cash");
    await killWhileTaking(gate, page, "answer");
    await gate.tablet.waitUntilKept(order.orderId);
    await gate.tablet.kill();
    await restart(gate.place);
    await waitForReceipt(gate, await openAt(gate, `/terminal/${order.instanceId}`), order);
    await expectSoldOnce(gate, order, "cash");
  });
});

/** Resolves when the bank has the money and withholds its answer. */
async function chargeUnanswered({ place, language }: Gate, page: Page): Promise<void> {
  const { checkout, terminalSale } = words[language];
  await setReportLag(place.stage.sandbox.url, hiddenFromReportMs);
  await armFault(place.stage.sandbox.url, { at: "payments", kind: "hang", moment: "after" });
  await page.getByLabel(checkout.name, { exact: true }).fill("Rosalie Tremblay");
  await page.getByLabel(checkout.email, { exact: true }).fill("rosalie@example.test");
  await fillCard(page);
  const [charge = ""] = terminalSale.card.charge.split("{");
  await page.getByRole("button", { name: charge.trim() }).click();
  await expect.poll(() => pendingFaults(place.stage.sandbox.url), soon).toBe(0);
}

test.describe("kill -9 of browser and server during a card payment", { tag: "@tablet" }, () => {
  test(
    "says to wait, then to check with the bank, which settles it with one charge",
    fullRunOnly,
    async ({ gates }) => {
      const gate = gates.fr;
      const { steps, states, outcomes } = words.fr.terminalOrders;
      const { place } = gate;
      const { page, order } = await holdTickets(gate, "card");
      await chargeUnanswered(gate, page);
      await killBoth(gate);
      await restart(gate.place);
      const { page: list, row } = await findOpen(gate, order);
      await row.getByText(states.paying.text).waitFor();
      await row.getByText(steps.wait.paying.split("{until}")[0] ?? "").waitFor();
      expect(await row.getByRole("button").count()).toBe(0);

      await place.server.kill();
      await ageData(place.stage.dataDir, 1);
      await restart(gate.place);
      await row.getByText(states.unknown.text).waitFor(soon);
      await list.route("**/check", async (route) => {
        await setReportLag(place.stage.sandbox.url, 0);
        await route.continue();
      });
      await row.getByRole("button", { name: steps["ask-bank"].button }).click();
      await list.getByRole("status").filter({ hasText: outcomes["bank-approved"] }).waitFor(soon);
      await expectSoldOnce(gate, order, "card");
    },
  );
});
