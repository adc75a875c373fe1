import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { getBox, newDraw, demoTest as test } from "@/tests/support/browser/demo-page";
import { holdScripts } from "@/tests/support/browser/hold-requests";
import { findHorizontalOverflow } from "@/tests/support/browser/horizontal-overflow";
import { viewports } from "@/tests/support/browser/open-pages";
import { createBuyer, tokenFor } from "@/tests/support/calls/buyer";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

const fontSizeOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontSize);

for (const language of ["en", "fr"] as const) {
  test(`a phone shows the prize, the countdown and four packages without scrolling, in ${language}`, async ({
    pages,
    server,
  }) => {
    const page = await pages.newPage({ allow: [/apple-pay/, /ERR_FAILED/] });
    await page.route("**/sandbox/apple-pay*", (route) => route.abort());
    await page.goto(`${server.url}${pathIn(language, "/demo5050")}`);
    await page.getByRole("region", { name: words[language].checkout.bar.label }).waitFor();
    await expect(page.getByRole("region", { name: "Apple Pay" })).toHaveCount(0);
    // The bar is 72 px high.
    expect((await getBox(page, ".offer", 3)).bottom).toBeLessThanOrEqual(844 - 72);
    expect((await getBox(page, "header")).height).toBe(48);
    expect((await getBox(page, ".banner")).height).toBe(112);
    expect(await fontSizeOf(page, ".live-prize")).toBe("64px");
    await expect(page.locator(".milestone")).toContainText(
      words[language].draw.nextEarlyBird.withPrize.split("{")[0] ?? "",
    );
    expect((await getBox(page, ".milestone")).height).toBe(16);
    expect([
      await fontSizeOf(page, ".offer-count b"),
      await fontSizeOf(page, ".offer-price"),
      await fontSizeOf(page, ".offer-each"),
    ]).toEqual(["28px", "18px", "13px"]);
    const [left, right] = [await getBox(page, ".offer", 0), await getBox(page, ".offer", 1)];
    expect(right.y).toBe(left.y);
    expect((await getBox(page, ".clock")).height).toBeLessThan(30);
  });
}

for (const language of ["en", "fr"] as const) {
  test(`a tablet shows the picture beside the prize, and tickets and team above the bar, in ${language} @tablet`, async ({
    pages,
    server,
  }) => {
    const page = await pages.newPage();
    await page.goto(`${server.url}${pathIn(language, "/demo5050")}`);
    const bar = page.getByRole("region", { name: words[language].checkout.bar.label });
    await bar.waitFor();
    const [banner, prize, team] = [
      await getBox(page, ".banner"),
      await getBox(page, ".live-prize"),
      await getBox(page, ".chips"),
    ];
    expect(banner.y).toBeLessThan(prize.y);
    expect(banner.x).toBeGreaterThan(prize.x + prize.width - 1);
    expect((await getBox(page, ".ticket")).height).toBeLessThan(380);
    expect(team.bottom).toBeLessThan((await bar.boundingBox())?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(820);
  });

  test(`a phone shows the picture, the numbers and what they raised without scrolling, in ${language}`, async ({
    pages,
    server,
  }) => {
    const buyer = createBuyer(server);
    const lines = [{ poolId: "main", packageId: "p120", quantity: 1 }];
    const { order } = (await buyer.placeOrder({ instanceId: "demo5050", lines })).body;
    expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
    const page = await pages.newPage({ locale: `${language}-CA` });
    const query = new URLSearchParams({ instanceId: "demo5050", orderId: order.orderId });
    await page.goto(`${server.url}${pathIn(language, "/success")}?${query}`);
    expect((await getBox(page, ".banner")).height).toBe(112);
    const wasDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
    await expect.poll(() => page.locator(".banner > img").evaluate(wasDrawn)).toBe(true);
    expect((await getBox(page, "p:has(> .i-heart)")).bottom).toBeLessThanOrEqual(700);
    expect((await getBox(page, "#numbers")).bottom).toBeLessThanOrEqual(500);
  });
}

for (const language of ["en", "fr"] as const) {
  test(`the packages of a raffle begin on a phone’s first screen, before what is asked of its buyer, in ${language}`, async ({
    pages,
    server,
  }) => {
    const page = await pages.newPage();
    await page.goto(`${server.url}${pathIn(language, "/demo-raffle")}`);
    // The whole first group is visible, and the open bundle follows it.
    const [last, bundle] = [await getBox(page, ".offer", 3), await getBox(page, ".bundles > .offer", 0)];
    expect(last.bottom).toBeLessThan(bundle.y);
    expect(bundle.y).toBeLessThan(844);
    const bar = await getBox(page, ".pay-bar:has(.apple-pay-button)");
    expect((await getBox(page, ".packages .offer-price", 3)).bottom).toBeLessThan(bar.y);
    const further = await getBox(page, ".fold-line", 0);
    expect(bundle.bottom).toBeLessThan(further.y);
    const [notice, name] = [await getBox(page, "#buyer-notice"), await getBox(page, "#checkout-name")];
    expect(notice.y).toBeGreaterThan(further.bottom);
    expect(name.y).toBeGreaterThan(notice.bottom);
  });
}

for (const language of ["en", "fr"] as const) {
  test(`a small phone shows packages of a raffle whole above the bar that pays, in ${language}`, async ({
    pages,
    server,
  }) => {
    const page = await pages.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${server.url}${pathIn(language, "/demo-raffle")}`);
    const bar = await getBox(page, ".pay-bar:has(.apple-pay-button)");
    expect(bar.height).toBeLessThanOrEqual(96);
    expect((await getBox(page, ".packages > .offer", 0)).bottom).toBeLessThanOrEqual(bar.y);
    expect((await getBox(page, ".packages > .offer", 1)).bottom).toBeLessThanOrEqual(bar.y);
  });
}

for (const language of ["en", "fr"] as const) {
  for (const [size, viewport] of Object.entries(viewports)) {
    test(
      `what a buyer is about to tap doesn't move while scripts load, in ${language} on a ${size}`,
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const drawId = await newDraw(server);
        const page = await pages.newPage({ viewport });
        const release = await holdScripts(page);
        // The page is complete and styled, but its scripts haven't loaded yet.
        await page.goto(`${server.url}${pathIn(language, `/${drawId}`)}`, { waitUntil: "domcontentloaded" });
        const before = await getBox(page, "#checkout-age");
        release();
        await page.getByRole("switch", { name: words[language].checkout.remember.wish }).waitFor();
        const after = await getBox(page, "#checkout-age");
        expect(Math.abs(after.y - before.y)).toBeLessThan(1);
      },
    );
  }
}

for (const theme of ["light", "dark"] as const) {
  test(`only the chosen package has the accent's colour, a promoted one doesn't, in ${theme}`, async ({
    pages,
    server,
  }) => {
    const page = await pages.newPage({ dark: theme === "dark" });
    await page.goto(`${server.url}/demo-raffle`);
    const colourOf = (selector: string, property: "backgroundColor" | "borderTopColor") =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property);
    const accent = await colourOf(".offer:has(:checked)", "borderTopColor");
    expect(await colourOf(".offer:not(:has(:checked))", "borderTopColor")).not.toBe(accent);
    const markOfChosen = await colourOf(".offer:has(:checked) .offer-mark", "backgroundColor");
    const markOfOther = await colourOf(".offer:not(:has(:checked)) .offer-mark", "backgroundColor");
    expect(markOfChosen).toBe(markOfOther);
    expect(markOfOther).not.toBe(accent);
    // A chosen team looks like a chosen package, but "no team" doesn't.
    const ground = await colourOf(".offer:has(:checked)", "backgroundColor");
    expect(await colourOf(".chip:has(:checked)", "backgroundColor")).not.toBe(ground);
    await page.locator(".chip").first().click();
    await expect.poll(() => colourOf(".chip:has(:checked)", "backgroundColor")).toBe(ground);
    expect(await colourOf(".chip:not(:has(:checked))", "backgroundColor")).not.toBe(ground);
  });
}

for (const language of ["en", "fr"] as const) {
  test(`a wide first screen shows all that is chosen, in ${language}`, async ({ pages, server }) => {
    const page = await pages.newPage({ viewport: { width: 1280, height: 900 } });
    for (const path of ["/demo5050", "/demo-raffle"]) {
      await page.goto(`${server.url}${pathIn(language, path)}`);
      expect((await getBox(page, "fieldset:has(> .chips)")).bottom, path).toBeLessThan(900);
    }
    const [required, optional] = [await getBox(page, ".add-ons > .fold", 0), await getBox(page, ".add-ons > .fold", 1)];
    expect(Math.round(optional.y - required.bottom)).toBe(-1);
    await expect(page.locator(".add-ons summary").first()).toContainText(words[language].checkout.addOnRequired);
  });
}

test("the page never scrolls sideways, on small phones and with large text", async ({ pages, server }) => {
  const page = await pages.newPage();
  for (const path of ["/demo5050", "/fr/demo5050", "/"]) {
    await page.goto(`${server.url}${path}`);
    expect(await findHorizontalOverflow(page), path).toEqual([]);
  }
});

test("the prize counts up after a sale, shows by how much, and moves nothing", async ({ pages, server }) => {
  const additionalOptions = { recentPurchases_refreshRate: 1000 };
  const id = await newDraw(server, { additionalOptions, jackpotTotal: 1000 });
  const page = await pages.newPage();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as never as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${server.url}/${id}`);
  await expect(page.locator(".roll")).toHaveCount(3);
  await expect(page.getByText(`Half of the $1,000 pot`)).toBeVisible();
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId: id });
  const { order } = placed.body as { order: Parameters<typeof buyer.pay>[0] & { amount: number } };
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  const half = order.amount / 2;
  const dollars = (amount: number) => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
  await expect(page.locator(".growth")).toHaveText(`+${dollars(half)}`);
  await expect(page.locator(".live-prize .sr-only")).toHaveText(dollars(500 + half));
  await expect(page.getByText(words.en.live.ago.now)).toBeVisible();
  const shifts = await page.evaluate(() => (window as never as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02);
});

test("teams without a picture show bars, and each group has its own heading", async ({ pages, server }) => {
  const group = (id: string) => ({
    id,
    title: id,
    teams: [`${id}-1`, `${id}-2`].map((team) => ({ id: team, name: team })),
  });
  const id = await newDraw(server, { teams: [group("north"), group("south")] });
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId: id, body: { teamId: "north-1" } });
  const { order } = placed.body as { order: Parameters<typeof buyer.pay>[0] };
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  const page = await pages.newPage();
  await page.goto(`${server.url}/${id}`);
  const leader = page.getByRole("region", { name: "north" }).locator("[aria-hidden] > span").first();
  await expect.poll(async () => (await leader.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map((element) => element.id));
  expect(ids.filter((one, at) => ids.indexOf(one) !== at)).toEqual([]);
});
