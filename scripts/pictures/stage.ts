import { join } from "node:path";
import type { Browser } from "playwright/test";
import { chromium } from "playwright/test";

import type { Language } from "@/lib/platform/i18n/routing";
import { keepIdentity } from "@/sandbox/apple/keep-identity";
import type { ReceivedMail } from "@/sandbox/mail/mailbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { runCommand } from "@/scripts/parts/child-process.mjs";
import { launchOptions } from "@/tests/support/browser";
import type { RegisteredDevice } from "@/tests/support/device";
import { registerDevice } from "@/tests/support/device";
import { mailsTo } from "@/tests/support/mailbox";
import { pollUntil } from "@/tests/support/poll-until";
import { setReportLag } from "@/tests/support/sandbox-control";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

import type { Key, Orders } from "./stage-orders";
import { buy, buyer, main, ordersOf, refunded, several } from "./stage-orders";

const name = "Section 112";

/** The tablet of the pictures, in names that are the same in both languages. */
export const demoTablet = { parentId: "demo-parent", locationId: "forum", label: name, name };

/** A seeded demo with a browser, a registered tablet and orders of every kind. */
export type Stage = {
  server: Server;
  browser: Browser;
  device: RegisteredDevice;
  orders: Orders;
  /** The receipt of a paid order as its mail shows it. */
  mails: Record<Language, string>;
  /** The receipt of an order of several draws. */
  severalMails: Record<Language, string>;
  /** What tells the buyer of a refund. */
  refundMails: Record<Language, string>;
  close: () => Promise<void>;
};

async function seed({ url, port, sandboxUrl, dataDir }: Server): Promise<void> {
  const env = { CHECKOUT_HOST: url, PORT: String(port), BAMBORA_API_URL: sandboxUrl, DATA_DIR: dataDir };
  const { code, output } = await runCommand(process.execPath, ["--import", "tsx", "scripts/seed-demo.ts"], { env });
  if (code !== 0) throw new Error(`The demo could not be seeded:\n${output}`);
}

/** The address of the mail about an order whose subject begins so. */
async function mailOf({ sandboxUrl }: Server, { orderId }: Key, about = /./): Promise<string> {
  const isOfOrder = ({ html, subject }: ReceivedMail) => html.includes(orderId) && about.test(subject);
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
    const device = await registerDevice(server, demoTablet);
    // The bank is asked about a lost answer, and shows nothing while pictures are taken.
    await setReportLag(server.sandboxUrl, 60 * 60_000);
    const orders = await ordersOf(server, device);
    const french = await buy(server, "demo5050", { lines: [main("p120")], locale: "fr" });
    const mails = { en: await mailOf(server, orders.paid), fr: await mailOf(server, french) };
    const severalMails = {
      en: await mailOf(server, orders.several),
      fr: await mailOf(server, await several(server, "fr")),
    };
    const refundMails = {
      en: await mailOf(server, orders.refunded, /^Refund/),
      fr: await mailOf(server, await refunded(server, "fr"), /^Remboursement/),
    };
    const browser = await chromium.launch(await launchOptions());
    const shown = { orders, mails, severalMails, refundMails };
    return { server, browser, device, ...shown, close: () => browser.close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}
