import { join } from "node:path";
import type { Browser } from "playwright/test";
import { chromium } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { keepIdentity } from "@/sandbox/apple/keep-identity";
import { startSandbox } from "@/sandbox/start-sandbox";
import { runCommand } from "@/scripts/parts/child-process.mjs";
import { holdAtTerminal, sellForCash } from "@/tests/support/browse-terminal";
import { launchOptions } from "@/tests/support/browser";
import type { Line } from "@/tests/support/buyer";
import { adminCall, createBuyer, tokenFor } from "@/tests/support/buyer";
import type { RegisteredDevice } from "@/tests/support/device";
import { registerDevice } from "@/tests/support/device";
import { mailsTo } from "@/tests/support/mailbox";
import { pollUntil } from "@/tests/support/poll-until";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

/** An order by its address. */
type Key = Pick<OrderView, "instanceId" | "orderId">;

/** Orders whose pages are pictured, by what became of them. */
export type Orders = Record<"paid" | "several" | "refunded" | "held" | "cash" | "unpaidCash", Key>;

/** A seeded demo with a browser, a registered tablet and orders of every kind. */
export type Stage = {
  server: Server;
  browser: Browser;
  device: RegisteredDevice;
  orders: Orders;
  /** The receipt of a paid order as its mail shows it. */
  mails: Record<Language, string>;
  close: () => Promise<void>;
};

const buyer = {
  name: "Rosalie Tremblay",
  email: "rosalie@example.test",
  province: "ON",
  city: "Kingston",
  postalCode: "K7L 1A1",
};
const main = (packageId: string): Line => ({ poolId: "main", packageId, quantity: 1 });

async function seed({ url, port, sandboxUrl, dataDir }: Server): Promise<void> {
  const env = { CHECKOUT_HOST: url, PORT: String(port), BAMBORA_API_URL: sandboxUrl, DATA_DIR: dataDir };
  const { code, output } = await runCommand(process.execPath, ["--import", "tsx", "scripts/seed-demo.ts"], { env });
  if (code !== 0) throw new Error(`The demo could not be seeded:\n${output}`);
}

async function hold(server: Server, instanceId: string, body: Record<string, unknown>): Promise<OrderView> {
  const { status, body: answer } = await createBuyer(server).placeOrder({ instanceId, body: { buyer, ...body } });
  if (status !== 201) throw new Error(`The order was refused: ${JSON.stringify(answer)}`);
  return answer.order;
}

async function buy(server: Server, instanceId: string, body: Record<string, unknown>): Promise<Key> {
  const order = await hold(server, instanceId, body);
  const { status, body: answer } = await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl));
  if (status !== 200) throw new Error(`The payment was refused: ${JSON.stringify(answer)}`);
  return order;
}

async function refunded(server: Server): Promise<Key> {
  const key = await buy(server, "demo5050", { lines: [main("p40")] });
  await adminCall(server, "POST", `/api/admin/orders/${key.instanceId}/${key.orderId}/refund`, {});
  return key;
}

async function ordersOf(server: Server, device: RegisteredDevice): Promise<Orders> {
  const counter = { instanceId: "demo5050", body: { buyer } };
  return {
    paid: await buy(server, "demo5050", { lines: [main("p120")], teamId: "foxes" }),
    several: await buy(server, "demo-raffle", { lines: [], bundles: [{ bundleId: "first-mate", quantity: 1 }] }),
    refunded: await refunded(server),
    held: await hold(server, "demo5050", { lines: [main("p10")] }),
    cash: await sellForCash(device, { ...counter, lines: [main("p40")] }),
    unpaidCash: await holdAtTerminal(device, { ...counter, lines: [main("p10")] }),
  };
}

async function mailOf({ sandboxUrl }: Server, { orderId }: Key): Promise<string> {
  const isOfOrder = ({ html }: { html: string }) => html.includes(orderId);
  const patience = { timeout: 60_000, interval: 200 };
  const mails = await pollUntil(
    () => mailsTo(sandboxUrl, buyer.email),
    (arrived) => arrived.some(isOfOrder),
    patience,
  );
  return `${sandboxUrl}/sandbox/mailbox/${mails.find(isOfOrder)?.id}/html`;
}

/** Starts the demo on the built app and the machine's Chromium, and brings about what the pictures show. */
export async function openStage(): Promise<Stage> {
  const sandbox = await startSandbox();
  const server = await startServer({ sandbox });
  const stop = async () => {
    await server.stop();
    await sandbox.close();
  };
  try {
    keepIdentity(join(server.dataDir, "apple-pay"), sandbox.apple.identity);
    await seed(server);
    const device = await registerDevice(server, { parentId: "demo-parent", locationId: "demo-gate" });
    const orders = await ordersOf(server, device);
    const french = await buy(server, "demo5050", { lines: [main("p120")], locale: "fr" });
    const mails = { en: await mailOf(server, orders.paid), fr: await mailOf(server, french) };
    const browser = await chromium.launch(await launchOptions());
    return { server, browser, device, orders, mails, close: () => browser.close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}
