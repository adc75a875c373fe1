import type { Page } from "playwright/test";

import { demoDraws } from "@/scripts/demo/draws";
import { button } from "@/tests/support/browser/browse-sale";
import { appleButton, getSheet } from "@/tests/support/browser/browse-sheet";
import type { Language } from "@/tests/support/browser/checkout";
import { fillCard, fillDetails, pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { adminCall, cards } from "@/tests/support/calls/buyer";
import { issueDevice } from "@/tests/support/calls/device";

import type { Orders, Stage } from "./stage";
import { demoTablet } from "./stage";

export type Setting = { stage: Stage; language: Language };

/** `path` has no language, or is a whole URL. */
export type Scene = {
  name: string;
  path: (stage: Stage, language: Language) => string;
  act?: (page: Page, setting: Setting) => Promise<void>;
  atTablet?: boolean;
  byCard?: boolean;
};

const drawIds = demoDraws(new Date()).map(({ id }) => id);

const orderPage = (which: keyof Orders) => (stage: Stage) => {
  const { instanceId, orderId } = stage.orders[which];
  return `/order/${instanceId}/${orderId}`;
};

const successPage = (which: keyof Orders) => (stage: Stage) => {
  const { instanceId, orderId } = stage.orders[which];
  return `/success?${new URLSearchParams({ instanceId, orderId })}`;
};

async function fillIn(page: Page, { language }: Setting): Promise<void> {
  await fillDetails(page, language);
  await fillCard(page);
  await page.locator("#checkout-pay").scrollIntoViewIfNeeded();
  // The bar disappears once the button is visible.
  await page.locator(".pay-bar:not(.at-pay)").waitFor({ state: "detached" });
}

async function leaveEmpty(page: Page, { language }: Setting): Promise<void> {
  await payButton(page, language).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function beDeclined(page: Page, { language }: Setting): Promise<void> {
  await fillDetails(page, language);
  await fillCard(page, cards.declined);
  await payButton(page, language).click();
  await page.getByText(words[language].reasons.declined).first().waitFor();
  // A phone has no pointer that hovers.
  await page.mouse.move(0, 0);
}

async function openSheet(page: Page, { language }: Setting): Promise<void> {
  await appleButton(page, language).first().click();
  await getSheet(page).waitFor();
}

async function signIn(page: Page, { stage, language }: Setting): Promise<void> {
  const { signIn: form, names } = words[language].verification;
  await page.getByLabel(form.key).fill(stage.server.adminKey);
  await page.getByRole("button", { name: form.submit }).click();
  await page.getByText(names["domain-file"]).waitFor();
}

const form: Pick<Scene, "path" | "byCard"> = { path: () => "/demo5050", byCard: true };

const checkoutScenes: readonly Scene[] = [
  { name: "home", path: () => "/" },
  ...drawIds.map((id) => ({ name: `draw-${id}`, path: () => `/${id}` })),
  { name: "draw-by-card", ...form },
  { name: "form-filled", ...form, act: fillIn },
  { name: "form-problems", ...form, act: leaveEmpty },
  { name: "form-declined", ...form, act: beDeclined },
  { name: "apple-pay-sheet", path: () => "/demo5050", act: openSheet },
  { name: "confirmation", path: successPage("paid") },
  { name: "confirmation-several", path: successPage("several") },
  { name: "order-paid", path: orderPage("paid") },
  { name: "order-refunded", path: orderPage("refunded") },
  { name: "order-held", path: orderPage("held") },
  { name: "order-declined", path: orderPage("declined") },
  { name: "order-asking", path: orderPage("asking") },
  { name: "order-missing", path: () => "/order/demo5050/00000000000000000000000000" },
  { name: "thank-you", path: () => "/staticSuccess" },
  { name: "poster", path: () => "/demo5050/poster" },
  { name: "social-preview", path: () => "/demo5050/card.png" },
  { name: "mail", path: ({ mails }, language) => mails[language] },
  { name: "mail-several", path: ({ severalMails }, language) => severalMails[language] },
  { name: "mail-refund", path: ({ refundMails }, language) => refundMails[language] },
  { name: "kiosk", path: () => "/1/demo5050" },
  { name: "kiosk-raffle", path: () => "/1/demo-raffle" },
  { name: "not-found", path: () => "/no/such/page" },
  { name: "demo-index", path: () => "/dummy" },
  { name: "verification-locked", path: () => "/hashtest" },
  { name: "verification", path: () => "/hashtest", act: signIn },
];

const orderAt = (page: string, which: keyof Orders) => (stage: Stage) => {
  const { instanceId, orderId } = stage.orders[which];
  return `/terminal/${page}?${new URLSearchParams({ instanceId, orderId })}`;
};

async function takeCash(page: Page, { language }: Setting): Promise<void> {
  await button(page, words[language].terminalSale.methods.cash).click();
}

/** Creates a new link, because a link registers once and each picture needs its own. */
async function followLink(page: Page, { stage, language }: Setting): Promise<void> {
  const { server } = stage;
  const { link } = await issueDevice(server, demoTablet);
  const { search, hash } = new URL(link);
  await page.goto(`${server.url}${pathIn(language, "/terminal/register")}${search}${hash}`);
  await page.getByRole("textbox").first().waitFor();
}

const atTablet = true;

const terminalScenes: readonly Scene[] = [
  { name: "terminal-register", path: () => "/staticSuccess", act: followLink },
  { name: "terminal-unregistered", path: () => "/terminal" },
  { name: "terminal-home", path: () => "/terminal", atTablet },
  { name: "terminal-sale", path: () => "/terminal/demo5050", atTablet },
  { name: "terminal-sale-raffle", path: () => "/terminal/demo-raffle", atTablet },
  { name: "terminal-sale-cash", path: () => "/terminal/demo5050", act: takeCash, atTablet },
  { name: "terminal-sold", path: orderAt("success", "cash"), atTablet },
  { name: "terminal-recent", path: () => "/terminal/recent-orders?instanceId=demo5050", atTablet },
  { name: "terminal-unfinalized", path: () => "/terminal/unfinalized-orders?instanceId=demo5050", atTablet },
  { name: "terminal-order-cash", path: orderAt("order-details", "cash"), atTablet },
  { name: "terminal-order-open", path: orderAt("order-details", "unpaidCash"), atTablet },
  { name: "terminal-order-refunded", path: orderAt("order-details", "refunded"), atTablet },
];

async function signInToConsole(page: Page, { stage: { server }, language }: Setting): Promise<void> {
  type Links = { links: { role: string; link: string }[] };
  const { body } = await adminCall<Links>(server, "POST", "/api/admin/persons/demo");
  const { pathname, hash } = new URL(body.links.find(({ role }) => role === "admin")?.link ?? "");
  await page.goto(`${server.url}${pathIn(language, pathname)}${hash}`);
  await page.getByRole("button", { name: words[language].console.demo.button }).click();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

async function setUp(page: Page, setting: Setting): Promise<void> {
  const { stage, language } = setting;
  await signInToConsole(page, setting);
  await adminCall(stage.server, "POST", "/api/admin/drafts", { drawId: "winter-gala", copyOf: "demo5050" });
  await page.goto(`${stage.server.url}${pathIn(language, "/console/draws/winter-gala?step=dates")}`);
  await page.getByText(words[language].console.setUp.dates.timeZone).first().waitFor();
}

const consoleScenes: readonly Scene[] = [{ name: "set-up", path: () => "/staticSuccess", act: setUp }];

export const scenes: readonly Scene[] = [...checkoutScenes, ...terminalScenes, ...consoleScenes];
