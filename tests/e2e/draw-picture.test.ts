import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { words } from "@/tests/support/browser/checkout";
import { newDraw, demoTest as test } from "@/tests/support/browser/demo-page";
import { startAlteringProxy } from "@/tests/support/servers/altering-proxy";

const { en } = words;

test("nothing covers the picture", async ({ pages, server }) => {
  const page = await pages.newPage();
  await page.goto(`${server.url}/demo5050`);
  const covering = await page.locator(".banner").evaluate((banner) => {
    const { left, top, width, height } = banner.getBoundingClientRect();
    const parts = [0.1, 0.25, 0.5, 0.75, 0.9];
    const at = parts.flatMap((x) => parts.map((y) => document.elementFromPoint(left + x * width, top + y * height)));
    return at.filter((element) => !element || !banner.contains(element)).map((element) => element?.outerHTML);
  });
  expect(covering).toEqual([]);
});

async function watchSlides(page: Page): Promise<number[][]> {
  const moments: number[][] = [];
  for (let at = 0; at < 30; at += 1) {
    moments.push(await slidesOf(page));
    await page.waitForTimeout(70);
  }
  return moments;
}

const slidesOf = (page: Page) =>
  page.locator(".slide").evaluateAll((slides) => slides.map((slide) => Number(getComputedStyle(slide).opacity)));

function expectTurns(moments: number[][]): void {
  expect(moments.filter((moment) => moment.filter((opacity) => opacity > 0.001).length > 1)).toEqual([]);
  expect(moments.some(([first]) => first === 1) && moments.some(([, second]) => second === 1)).toBe(true);
}

const twoPictures = { url: "/icon.svg", carousel_urls: ["/icon.svg", "/demo/rink.svg"], carousel_speed: 1000 };

test("pictures alternate one at a time, and stop when a button is pressed", async ({ pages, server }) => {
  const page = await pages.newPage();
  await page.goto(`${server.url}/${await newDraw(server, { bannerImage: twoPictures })}`);
  expectTurns(await watchSlides(page));
  const pause = page.getByRole("button", { name: en.draw.pausePictures, pressed: false });
  await pause.click();
  await page.getByRole("button", { name: en.draw.pausePictures, pressed: true }).waitFor();
  await page.mouse.move(0, 0);
  const stopped = await slidesOf(page);
  await page.waitForTimeout(1300);
  expect(await slidesOf(page)).toEqual(stopped);
});

test("pictures alternate one at a time even if the second one comes later", async ({ pages, server }) => {
  const proxy = await startAlteringProxy(server.url);
  proxy.alter((answer) => {
    const second = answer.body.indexOf("<div", answer.body.indexOf('class="slide"'));
    if (second < 0) return;
    answer.rest = answer.body.slice(second);
    answer.body = answer.body.slice(0, second);
  });
  const page = await pages.newPage();
  await page.goto(`${proxy.url}/${await newDraw(server, { bannerImage: twoPictures })}`);
  expectTurns(await watchSlides(page));
  await page.close();
  await proxy.stop();
});
