import { expect } from "playwright/test";
import { pathIn, words } from "@/tests/support/browser/checkout";
import { getBox, newDraw, demoTest as test } from "@/tests/support/browser/demo-page";

test("a card of the list says what taking part costs at least, with what every order has", async ({
  pages,
  server,
}) => {
  const rehearsal = await newDraw(server, { isTestDraw: true });
  const page = await pages.newPage();
  await page.goto(server.url);
  const priceOf = (id: string) =>
    page
      .locator(`.draw-card:has([href="/${id}"])`)
      .getByText(/^Tickets from/)
      .allInnerTexts();
  expect(await priceOf("demo-raffle")).toEqual(["Tickets from $27"]);
  expect(await priceOf("demo5050")).toEqual(["Tickets from $10"]);
  expect(await priceOf(rehearsal)).toEqual([]);
  await expect(page.locator(`.draw-card [href="/${rehearsal}"]`)).toHaveCount(1);
});

for (const language of ["en", "fr"] as const) {
  test(`the filters of the list are one row, and show the one that is on, in ${language}`, async ({
    pages,
    server,
  }) => {
    const page = await pages.newPage({ viewport: { width: 320, height: 700 } });
    const filters = page.getByRole("navigation", { name: words[language].home.filterLabel });
    await page.goto(`${server.url}${pathIn(language, "/")}?filter=past`);
    const tops = await filters
      .getByRole("link")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(tops.length).toBe(6);
    await expect(filters.locator("[aria-current]")).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const first = filters.getByRole("link").first();
    await first.focus();
    await expect(first).toBeInViewport({ ratio: 1 });
  });
}

for (const language of ["en", "fr"] as const) {
  test(`a picture beside the list’s heading leaves it on two lines, in ${language}`, async ({ pages, server }) => {
    for (const width of [390, 820, 1024, 1280, 1440]) {
      const page = await pages.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${server.url}${pathIn(language, "/")}`, { waitUntil: "networkidle" });
      if (width >= 1024) {
        const [first, second] = [await getBox(page, "h1 > span", 0), await getBox(page, "h1 > span", 1)];
        const [picture, filters] = [
          await getBox(page, 'img[src="/tickets.svg"]'),
          await getBox(page, "nav:has([aria-current])"),
        ];
        expect(second.height).toBe(first.height);
        expect(picture.x).toBeGreaterThan(second.x + second.width);
        expect(picture.x + picture.width).toBeLessThan(width);
        expect(picture.bottom).toBeLessThan(filters.y);
      }
      await page.close();
    }
  });
}
