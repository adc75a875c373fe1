import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { holdAtTerminal, openTerminal, sellForCash } from "@/tests/support/browser/browse-terminal";
import { browserTest, forFile } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnly, fullRunOnlyIn } from "@/tests/support/runner/tier";
import { armFault, listCaptures, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

/** The stage survives its servers. `server` is the current one. */
type Place = { stage: FaultStage; server: Server };

const test = browserTest.extend<object, { place: Place }>({
  place: forFile(async (use) => {
    const stage = await openFaultStage();
    await use({ stage, server: await stage.start() });
    await stage.close();
  }),
});
test.describe.configure({ timeout: 180_000 });
/** Gateway lookups become less frequent over time. */
const answerWithinMs = 90_000;
const hiddenFromReportMs = 600_000;
const three = { poolId: "main", packageId: "three", quantity: 1 };
const ten = { poolId: "main", packageId: "ten", quantity: 1 };

async function openGate({ server }: Place, listsOthers = false): Promise<{ drawId: string; device: RegisteredDevice }> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true, allowRefund: true } });
  await importDraw(server, { ...draw, parentId: `parent-${draw.id}` });
  return {
    drawId: draw.id,
    device: await registerDevice(server, { parentId: `parent-${draw.id}`, operator: "Sam", listsOthers }),
  };
}

function amountIn(language: Language, dollars: number): RegExp {
  return language === "en" ? new RegExp(`\\$${dollars}\\.00`) : new RegExp(`${dollars},00\\s\\$`);
}

async function waitForText(page: Page, told: string | RegExp): Promise<void> {
  await page.getByRole("status").filter({ hasText: told }).waitFor({ timeout: answerWithinMs });
}

for (const language of languages) {
  test.describe(`the orders at a terminal, in ${language}`, { tag: "@tablet" }, () => {
    const { terminal, terminalOrders: t, terminalReceipt: receipt, terminalSale } = words[language];
    const [takenIn = ""] = t.outcomes.cash.split("{amount}").reverse();

    test(
      "are listed from its home page, and a held one is resumed or cancelled",
      fullRunOnlyIn(language),
      async ({ pages, place }) => {
        const { drawId, device } = await openGate(place);
        const { server } = place;
        const held = await holdAtTerminal(device, { instanceId: drawId, lines: [ten] });
        await sellForCash(device, { instanceId: drawId, lines: [three] });
        const page = await openTerminal(pages, { server, device, language, path: "/terminal" });
        await page.getByText("Gate 3").first().waitFor();
        const today = page.getByRole("region", { name: terminal.today.caption });
        await today.locator("summary").click();
        await today
          .getByRole("row")
          .filter({ hasText: terminal.today.methods.cash })
          .getByRole("cell", { name: amountIn(language, 5) })
          .last()
          .waitFor();
        await page.getByRole("article").getByRole("link", { name: terminal.home.unfinalized }).click();

        const row = page.getByRole("article", { name: held.orderCode });
        await row.getByText(t.states.reserved.text).waitFor();
        const resume = row.getByRole("link", { name: t.steps.resume.button });
        expect(await resume.getAttribute("href")).toBe(pathIn(language, `/terminal/${drawId}#order=${held.orderId}`));
        await resume.click();
        await page.getByText(terminalSale.order.replace("{code}", held.orderCode)).first().waitFor();
        expect(page.url()).not.toContain(held.orderId);
        await page.goBack();
        await row.getByRole("link", { name: t.details }).click();
        await page.getByRole("heading", { level: 1, name: held.orderCode }).waitFor();
        await page.getByRole("button", { name: t.steps.cancel.button }).click();
        await page.getByRole("button", { name: t.confirm.cancel.yes }).dblclick();
        await waitForText(page, t.outcomes.cancel);
        await page.getByText(t.states.cancelled.text).waitFor();
        const history = page.getByRole("region", { name: t.parts.history });
        await history.getByText(t.history.actions.cancelled).waitFor();
        expect(await history.getByText(/Gate 3 · Sam/).count()).toBeGreaterThan(0);
      },
    );

    test(
      "an order whose payment got no answer is looked up at the bank, and becomes paid without another charge",
      fullRunOnly,
      async ({ pages, place }) => {
        const { drawId, device } = await openGate(place, true);
        const { server } = place;
        await setReportLag(server.sandboxUrl, hiddenFromReportMs);
        const buyer = createBuyer(server);
        const { order } = (await buyer.placeOrder({ instanceId: drawId })).body;
        await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after" });
        expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(202);

        const path = `/terminal/unfinalized-orders?instanceId=${drawId}`;
        const page = await openTerminal(pages, { server, device, language, path });
        const row = page.getByRole("article", { name: order.orderCode });
        await row.getByText(t.states.unknown.text).waitFor();
        await row.getByRole("button", { name: t.steps["ask-bank"].button }).click();
        await waitForText(page, t.outcomes["bank-silent"]);
        await setReportLag(server.sandboxUrl, 0);
        await page.getByText(t.empty.unfinalized).waitFor({ timeout: answerWithinMs });
        await page.getByRole("link", { name: t.toDetails }).click();
        await page.getByText(t.states.finalized.text).waitFor();
        const history = page.getByRole("region", { name: t.parts.history });
        await history.getByText(t.history.actions["bank-asked"]).first().waitFor();
        await history.getByText(t.history.actions["payment-approved"]).waitFor();
        const captures = await listCaptures(server.sandboxUrl, order.orderId);
        expect(captures.map(({ amountCents }) => amountCents)).toEqual([500]);
      },
    );

    test(
      "are searched, reprinted with a count, and refunded by line and in full",
      fullRunOnlyIn(language),
      async ({ pages, place }) => {
        const { drawId, device } = await openGate(place);
        const { server } = place;
        const sold = await sellForCash(device, { instanceId: drawId, lines: [three, ten] });
        await sellForCash(device, { instanceId: drawId, lines: [three] });
        const path = `/terminal/recent-orders?instanceId=${drawId}`;
        const page = await openTerminal(pages, { server, device, language, path });
        await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(2);
        await page.getByRole("searchbox", { name: t.search.label }).fill(sold.orderCode.toLowerCase());
        await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);
        await page.getByRole("link", { name: sold.orderCode }).click();

        await page.getByRole("link", { name: t.actions.reprint }).click();
        await page.getByRole("button", { name: receipt.printAgain }).click();
        await page.getByText(words[sold.locale].receipt.reprint).first().waitFor();
        await page.getByText(receipt.check.question).waitFor();
        await page.getByRole("link", { name: receipt.details }).first().click();
        const history = page.getByRole("region", { name: t.parts.history });
        await history.getByText(t.history.actions["receipt-reprinted"]).waitFor();

        await page.getByRole("button", { name: t.actions.refund }).click();
        await page.getByRole("checkbox").first().uncheck();
        const giveBack = (dollars: number) => page.getByRole("button", { name: amountIn(language, dollars) });
        await giveBack(10).dblclick();
        await waitForText(page, amountIn(language, 10));
        await page.getByText(t.states.partly.text).waitFor();
        await page.getByRole("button", { name: t.actions.refund }).click();
        await giveBack(5).click();
        await page.getByText(t.states.refunded.text).waitFor();
        expect(await page.getByRole("button", { name: t.actions.refund }).count()).toBe(0);
      },
    );

    test(
      "visibly stop while the server can't be reached, keep what was typed, and resume on their own",
      fullRunOnlyIn(language),
      async ({ pages, place }) => {
        const { drawId, device } = await openGate(place, true);
        const { server } = place;
        const other = await registerDevice(server, { parentId: device.parentId, name: "Gate 4", operator: "Ada" });
        const held = await holdAtTerminal(other, { instanceId: drawId, lines: [ten] });
        const path = `/terminal/unfinalized-orders?instanceId=${drawId}`;
        const page = await openTerminal(
          pages,
          { server, device, language, path },
          { allow: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 503/] },
        );
        const row = page.getByRole("article", { name: held.orderCode });
        await row.getByText(/Gate 4 · Ada/).waitFor();
        const cash = row.getByRole("button", { name: amountIn(language, 10) });
        await cash.click();
        expect(await place.server.terminate()).toBe(0);
        await page.getByRole("alert").filter({ hasText: terminal.connection.kept }).waitFor();
        await page.getByText(terminal.connection.missing, { exact: true }).waitFor();
        expect(await cash.isDisabled()).toBe(true);
        place.server = await place.stage.start({}, place.server.port);
        await waitForText(page, terminal.connection.returned);
        // The question is still open, and its answer counts once.
        await cash.dblclick();
        await waitForText(page, takenIn);
        await page.getByText(t.empty.unfinalized).waitFor();
      },
    );
  });
}
