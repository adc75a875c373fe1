import { join } from "node:path";
import type { Browser } from "playwright/test";
import { chromium } from "playwright/test";

import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { storeIdentity } from "@/sandbox/apple/store-identity";
import type { ReceivedMail } from "@/sandbox/mail/mailbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { runCommand } from "@/scripts/process/child-process.mjs";
import { holdAtTerminal, sellForCash } from "@/tests/support/browser/browse-terminal";
import { launchOptions } from "@/tests/support/browser/open-pages";
import type { Line } from "@/tests/support/calls/buyer";
import { adminCall, cards, createBuyer, tokenFor } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { listMails } from "@/tests/support/sandbox/mailbox";
import { setReportLag } from "@/tests/support/sandbox/sandbox-control";
import { pollUntil } from "@/tests/support/servers/poll-until";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const name = "Section 112";

export const demoTablet = { parentId: "demo-parent", locationId: "forum", label: name, name };

export type Stage = {
  server: Server;
  browser: Browser;
  device: RegisteredDevice;
  orders: Orders;
  mails: Record<Language, string>;
  severalMails: Record<Language, string>;
  refundMails: Record<Language, string>;
  close: () => Promise<void>;
};

type Key = Pick<OrderView, "instanceId" | "orderId">;

export type Orders = Record<
  "paid" | "several" | "refunded" | "held" | "declined" | "asking" | "cash" | "unpaidCash",
  Key
>;

const buyer = {
  name: "Rosalie Tremblay",
  email: "rosalie@example.test",
  province: "ON",
  city: "Kingston",
  postalCode: "K7L 1A1",
};
const main = (packageId: string): Line => ({ poolId: "main", packageId, quantity: 1 });

export async function openStage(): Promise<Stage> {
  const sandbox = await startSandbox();
  const server = await startServer({ sandbox });
  const stop = async () => {
    await server.stop();
    await sandbox.close();
  };
  try {
    storeIdentity(join(server.dataDir, "apple-pay"), sandbox.apple.identity);
    await seed(server);
    const device = await registerDevice(server, demoTablet);
    // Delays the report, so that the outcome stays unknown while pictures are taken.
    await setReportLag(server.sandboxUrl, 60 * 60_000);
    const orders = await createOrders(server, device);
    const french = await buy(server, "demo5050", { lines: [main("p120")], locale: "fr" });
    const mails = { en: await findMail(server, orders.paid), fr: await findMail(server, french) };
    const severalMails = {
      en: await findMail(server, orders.several),
      fr: await findMail(server, await several(server, "fr")),
    };
    const refundMails = {
      en: await findMail(server, orders.refunded, /^Refund/),
      fr: await findMail(server, await refunded(server, "fr"), /^Remboursement/),
    };
    const browser = await chromium.launch(await launchOptions());
    const shown = { orders, mails, severalMails, refundMails };
    return { server, browser, device, ...shown, close: () => browser.close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function placeOrder(server: Server, instanceId: string, body: Record<string, unknown>): Promise<OrderView> {
  const { status, body: answer } = await createBuyer(server).placeOrder({ instanceId, body: { buyer, ...body } });
  if (status !== 201) throw new Error(`The order was refused: ${JSON.stringify(answer)}`);
  return answer.order;
}

async function buy(server: Server, instanceId: string, body: Record<string, unknown>): Promise<Key> {
  const order = await placeOrder(server, instanceId, body);
  const { status, body: answer } = await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl));
  if (status !== 200) throw new Error(`The payment was refused: ${JSON.stringify(answer)}`);
  return order;
}

/** The bank declined the order or hasn't answered, because such a card takes longer than the gateway's time limit. */
async function placeUnpaidOrder(server: Server, card: string): Promise<Key> {
  const order = await placeOrder(server, "demo5050", { lines: [main("p40")] });
  await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl, card));
  return order;
}

async function refunded(server: Server, locale: Language): Promise<Key> {
  const key = await buy(server, "demo5050", { lines: [main("p40")], locale });
  await adminCall(server, "POST", `/api/admin/orders/${key.instanceId}/${key.orderId}/refund`, {});
  return key;
}

function several(server: Server, locale: Language): Promise<Key> {
  const bundles = [{ bundleId: "first-mate", quantity: 1 }];
  return buy(server, "demo-raffle", { lines: [], bundles, locale });
}

async function createOrders(server: Server, device: RegisteredDevice): Promise<Orders> {
  const counter = { instanceId: "demo5050", body: { buyer } };
  return {
    paid: await buy(server, "demo5050", { lines: [main("p120")], teamId: "foxes" }),
    several: await several(server, "en"),
    refunded: await refunded(server, "en"),
    held: await placeOrder(server, "demo5050", { lines: [main("p10")] }),
    declined: await placeUnpaidOrder(server, cards.declined),
    asking: await placeUnpaidOrder(server, cards.slowApproved),
    cash: await sellForCash(device, { ...counter, lines: [main("p40")] }),
    unpaidCash: await holdAtTerminal(device, { ...counter, lines: [main("p10")] }),
  };
}

async function seed({ url, port, sandboxUrl, dataDir }: Server): Promise<void> {
  const env = { CHECKOUT_HOST: url, PORT: String(port), BAMBORA_API_URL: sandboxUrl, DATA_DIR: dataDir };
  const { code, output } = await runCommand(process.execPath, ["--import", "tsx", "scripts/demo/seed.ts"], { env });
  if (code !== 0) throw new Error(`The demo could not be seeded:\n${output}`);
}

async function findMail({ sandboxUrl }: Server, { orderId }: Key, about = /./): Promise<string> {
  const isOfOrder = ({ html, subject }: ReceivedMail) => html.includes(orderId) && about.test(subject);
  const patience = { timeout: 60_000, interval: 200 };
  const mails = await pollUntil(
    () => listMails(sandboxUrl, buyer.email),
    (arrived) => arrived.some(isOfOrder),
    patience,
  );
  return `${sandboxUrl}/sandbox/mailbox/${mails.find(isOfOrder)?.id}/html`;
}
