import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startSandbox } from "@/sandbox/start-sandbox";
import type { Address } from "@/tests/support/browse-order";
import { orderUrl, waitForState } from "@/tests/support/browse-order";
import { browserForFile } from "@/tests/support/browser";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import type { Language } from "@/tests/support/checkout";
import { words } from "@/tests/support/checkout";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/data-template";
import { drawWith } from "@/tests/support/draw";
import { editData } from "@/tests/support/edit-data";
import type { OrderState } from "@/tests/support/order-states";
import { orderStates } from "@/tests/support/order-states";
import { armFault, setReportLag } from "@/tests/support/sandbox-control";
import type { Sandbox, Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const browser = browserForFile();
const languages: Language[] = ["en", "fr"];
const draw = drawWith();
const lines = ["three", "ten"].map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
const addresses = new Map<string, Address>();

let sandbox: Sandbox;
let dataDir: string;
let server: Server;

async function placeOrder(name: string, isAsked: boolean): Promise<void> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId: draw.id, lines })).body;
  if (isAsked) await armFault(sandbox.url, { at: "payments", kind: "drop", moment: "before" });
  await buyer.pay(order, await tokenFor(sandbox.url));
  addresses.set(name, order);
}

/** Brings each order into its state; no job may go on with it, so nothing of it is due. */
async function editOrders(states: Record<string, OrderState>): Promise<void> {
  const statements = Object.entries(states).flatMap(([name, state]) => state(addressOf(name)));
  await editData(dataDir, [
    ...statements,
    "update payment_attempts set ask_at = null",
    "update refunds set ask_at = null",
  ]);
}

function addressOf(name: string): Address {
  const address = addresses.get(name);
  if (!address) throw new Error(`No order is called ${name}.`);
  return address;
}

beforeAll(async () => {
  sandbox = await startSandbox();
  dataDir = await freshDataDirectory();
  server = await startServer({ sandbox, dataDir });
  await importDraw(server, draw);
  await setReportLag(sandbox.url, 600_000);
  for (const name of Object.keys(orderStates.paid)) await placeOrder(name, false);
  for (const name of Object.keys(orderStates.asked)) await placeOrder(name, true);
  await server.stop();
  await editOrders({ ...orderStates.paid, ...orderStates.asked });
  server = await startServer({ sandbox, dataDir });
});

afterAll(async () => {
  await server.stop();
  await sandbox.close();
  await removeDataDirectory(dataDir);
});

describe.each(languages)("the page of an order in %s", (language) => {
  const { order, heldOrder } = words[language];

  async function openOrder(name: string) {
    const page = await browser.newPage({ locale: `${language}-CA` });
    await page.goto(orderUrl(server, language, addressOf(name)));
    return page;
  }

  it.each(["refunded", "returning", "returned", "stuck", "missing", "lapsed"] as const)(
    "that is %s says so in heading, text and title",
    async (state) => {
      const page = await openOrder(state);
      await waitForState(page, language, state);
      await page.getByText(order.states[state].text).waitFor();
      expect(await page.title()).toContain(order.states[state].title);
      const payNow = await page.getByRole("link", { name: heldOrder.payNow }).count();
      expect(payNow).toBe(state === "missing" ? 1 : 0);
    },
  );

  it("that is refunded in part names void numbers in words, also on paper, and keeps the others", async () => {
    const page = await openOrder("partly");
    await waitForState(page, language, "partly");
    for (const media of ["screen", "print"] as const) {
      await page.emulateMedia({ media });
      const ranges = page
        .getByRole("listitem")
        .filter({ hasText: new RegExp(language === "en" ? "numbers" : "numéros") });
      expect(await ranges.count()).toBe(2);
      expect(await ranges.filter({ hasText: order.void }).count()).toBe(1);
      await page.getByRole("heading", { name: language === "en" ? "Refund" : "Remboursement", exact: true }).waitFor();
      await page
        .getByText(language === "en" ? "$5.00" : /5,00\s\$/)
        .first()
        .waitFor();
    }
  });

  it.each([
    ["refunding", "under-way"],
    ["notRefunded", "refused"],
  ] as const)("whose refund is %s keeps its numbers and says so", async (name, refund) => {
    const page = await openOrder(name);
    await waitForState(page, language, "finalized");
    await page.getByText(order.refunds[refund].title, { exact: true }).waitFor();
    await page.getByText(order.refunds[refund].numbers).waitFor();
    expect(await page.getByText(order.void, { exact: true }).count()).toBe(0);
  });
});
