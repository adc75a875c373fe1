import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import { startSandbox } from "@/sandbox/start-sandbox";
import type { Address } from "@/tests/support/browse-order";
import { orderUrl, waitForState } from "@/tests/support/browse-order";
import type { Pages } from "@/tests/support/browser";
import { browserTest, forFile } from "@/tests/support/browser-test";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import { words } from "@/tests/support/checkout";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/data-template";
import { drawWith } from "@/tests/support/draw";
import { editData } from "@/tests/support/edit-data";
import type { OrderState } from "@/tests/support/order-states";
import { orderStates } from "@/tests/support/order-states";
import { armFault, setReportLag } from "@/tests/support/sandbox-control";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const draw = drawWith();
const lines = ["three", "ten"].map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));

/** A server with an order in each state, by the name of the state. */
type Place = { server: Server; addresses: Map<string, Address> };

const test = browserTest.extend<object, { place: Place }>({
  place: forFile(async (use) => {
    const sandbox = await startSandbox();
    const dataDir = await freshDataDirectory();
    const addresses = new Map<string, Address>();
    const first = await startServer({ sandbox, dataDir });
    await importDraw(first, draw);
    await setReportLag(sandbox.url, 600_000);
    for (const name of Object.keys(orderStates.paid)) addresses.set(name, await placeOrder(first, false));
    for (const name of Object.keys(orderStates.asked)) addresses.set(name, await placeOrder(first, true));
    await first.stop();
    await editOrders(dataDir, addresses);
    const server = await startServer({ sandbox, dataDir });
    await use({ server, addresses });
    await server.stop();
    await sandbox.close();
    await removeDataDirectory(dataDir);
  }),
});

async function placeOrder(server: Server, isAsked: boolean): Promise<Address> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: draw.id, lines })).body;
  if (isAsked) await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "before" });
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return order;
}

/** Brings each order into its state; no job may go on with it, so nothing of it is due. */
async function editOrders(dataDir: string, addresses: Place["addresses"]): Promise<void> {
  const states: Record<string, OrderState> = { ...orderStates.paid, ...orderStates.asked };
  const statements = Object.entries(states).flatMap(([name, state]) => state(addressOf(addresses, name)));
  await editData(dataDir, [
    ...statements,
    "update payment_attempts set ask_at = null",
    "update refunds set ask_at = null",
  ]);
}

function addressOf(addresses: Place["addresses"], name: string): Address {
  const address = addresses.get(name);
  if (!address) throw new Error(`No order is called ${name}.`);
  return address;
}

for (const language of languages) {
  test.describe(`the page of an order in ${language}`, () => {
    const { order, heldOrder } = words[language];

    async function openOrder(pages: Pages, { server, addresses }: Place, name: string) {
      const page = await pages.newPage({ locale: `${language}-CA` });
      await page.goto(orderUrl(server, language, addressOf(addresses, name)));
      return page;
    }

    for (const state of ["refunded", "returning", "returned", "stuck", "missing", "lapsed"] as const) {
      test(`that is ${state} says so in heading, text and title`, async ({ pages, place }) => {
        const page = await openOrder(pages, place, state);
        await waitForState(page, language, state);
        await page.getByText(order.states[state].text).waitFor();
        expect(await page.title()).toContain(order.states[state].title);
        const payNow = await page.getByRole("link", { name: heldOrder.payNow }).count();
        expect(payNow).toBe(state === "missing" ? 1 : 0);
      });
    }

    test("that is refunded in part names void numbers in words, also on paper, and keeps the others", async ({
      pages,
      place,
    }) => {
      const page = await openOrder(pages, place, "partly");
      await waitForState(page, language, "partly");
      for (const media of ["screen", "print"] as const) {
        await page.emulateMedia({ media });
        const ranges = page
          .getByRole("listitem")
          .filter({ hasText: new RegExp(language === "en" ? "numbers" : "numéros") });
        expect(await ranges.count()).toBe(2);
        expect(await ranges.filter({ hasText: order.void }).count()).toBe(1);
        await page
          .getByRole("heading", { name: language === "en" ? "Refund" : "Remboursement", exact: true })
          .waitFor();
        await page
          .getByText(language === "en" ? "$5.00" : /5,00\s\$/)
          .first()
          .waitFor();
      }
    });

    for (const [name, refund] of [
      ["refunding", "under-way"],
      ["notRefunded", "refused"],
    ] as const) {
      test(`whose refund is ${refund} keeps its numbers and says so`, async ({ pages, place }) => {
        const page = await openOrder(pages, place, name);
        await waitForState(page, language, "finalized");
        await page.getByText(order.refunds[refund].title, { exact: true }).waitFor();
        await page.getByText(order.refunds[refund].numbers).waitFor();
        expect(await page.getByText(order.void, { exact: true }).count()).toBe(0);
      });
    }
  });
}
