import { expect } from "playwright/test";

import { startSandbox } from "@/sandbox/start-sandbox";
import { browserTest, forFile } from "@/tests/support/browser/browser-test";
import { fillCard, fillDetails, payButton, words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnly } from "@/tests/support/runner/tier";
import { appCheckEnv, routeGoogle, setAppCheck } from "@/tests/support/sandbox/app-check";
import { allTransactions } from "@/tests/support/sandbox/sandbox-control";
import type { Sandbox, Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

type Shops = { sandbox: Sandbox; strict: Server; watching: Server; enterprise: Server };

const drawId = "checked-5050";
const exchange = /:exchangeRecaptchaV3Token/;
const { order, reasons, resend } = words.en;

const complaints = [/status of (401|403)/, /firebase\/app-check/i, /ERR_FAILED/];

const test = browserTest.extend<object, { shops: Shops }>({
  shops: forFile<Shops>(async (use) => {
    const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
    const strict = await startServer({ sandbox, env: appCheckEnv(sandbox.url, "enforce") });
    const watching = await startServer({ sandbox, env: appCheckEnv(sandbox.url, "watch") });
    const enterpriseEnv = { ...appCheckEnv(sandbox.url, "enforce"), APP_CHECK_PROVIDER: "recaptcha-enterprise" };
    const enterprise = await startServer({ sandbox, env: enterpriseEnv });
    for (const server of [strict, watching, enterprise]) await importDraw(server, drawWith({ id: drawId }));
    await use({ sandbox, strict, watching, enterprise });
    for (const server of [strict, watching, enterprise]) await server.stop();
    await sandbox.close();
  }),
});

test.beforeEach(({ shops }) => setAppCheck(shops.sandbox.url, { appCheckExchange: 200 }));

test("a buyer's calls carry a token, even if nothing from Google is loaded", async ({ pages, shops }) => {
  // The server refuses the second copy as too early. The test only needs its request.
  const page = await pages.newPage({ allow: [/status of 429/] });
  const requests = await routeGoogle(page, shops.sandbox.url);
  await page.goto(`${shops.strict.url}/${drawId}`);
  await fillDetails(page, "en");
  await fillCard(page);
  const placing = page.waitForRequest("**/api/orders");
  await payButton(page, "en").click();
  expect((await placing).headers()["x-firebase-appcheck"]).toMatch(/^ey/);
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
  expect(requests.filter((url) => exchange.test(url))).toHaveLength(1);
  const before = requests.length;
  const resending = page.waitForRequest(/\/resend$/);
  await page.getByRole("button", { name: resend.send }).click();
  expect((await resending).headers()["x-firebase-appcheck"]).toMatch(/^ey/);
  expect(requests).toHaveLength(before);
  expect(await page.locator("script[src*='google']").count()).toBe(0);
});

test("without a token, nothing is charged where one is required, and the buyer is told what to do", async ({
  pages,
  shops,
}) => {
  const page = await pages.newPage({ allow: complaints });
  await page.route(/google/, (route) => route.abort());
  await page.goto(`${shops.strict.url}/${drawId}`);
  await fillDetails(page, "en");
  await fillCard(page);
  const transactionCount = (await allTransactions(shops.sandbox.url)).length;
  await payButton(page, "en").click();
  await page.getByText(reasons["app-check-required"]).waitFor();
  expect(await allTransactions(shops.sandbox.url)).toHaveLength(transactionCount);
});

test("a browser that Google throttles asks for a token once, and can still buy in watch mode", async ({
  pages,
  shops,
}) => {
  await setAppCheck(shops.sandbox.url, { appCheckExchange: 403 });
  const page = await pages.newPage({ allow: complaints });
  const requests = await routeGoogle(page, shops.sandbox.url);
  await page.goto(`${shops.watching.url}/${drawId}`);
  await fillDetails(page, "en");
  await fillCard(page);
  const placing = page.waitForRequest("**/api/orders");
  await payButton(page, "en").click();
  expect((await placing).headers()["x-firebase-appcheck"]).toBeUndefined();
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
  expect(requests.filter((url) => exchange.test(url))).toHaveLength(1);
});

test("a reCAPTCHA Enterprise key produces tokens too", fullRunOnly, async ({ pages, shops }) => {
  const page = await pages.newPage();
  const requests = await routeGoogle(page, shops.sandbox.url);
  await page.goto(`${shops.enterprise.url}/${drawId}`);
  await fillDetails(page, "en");
  await fillCard(page);
  await payButton(page, "en").click();
  await page.waitForURL(/\/success\?/);
  await page.getByText(order.states.confirmed.title).waitFor();
  expect(requests.filter((url) => url.startsWith("https://www.google.com/recaptcha/enterprise.js"))).toHaveLength(1);
  expect(requests.filter((url) => /:exchangeRecaptchaEnterpriseToken/.test(url))).toHaveLength(1);
});
