import type { Browser, Page } from "playwright/test";
import { chromium } from "playwright/test";

import type { Figure, Reading, Readings, Tempo } from "@/bench/figure";
import { median } from "@/bench/figure";
import type { Web } from "@/bench/web";
import { draws } from "@/bench/web";
import { findChromium } from "@/scripts/parts/chromium.mjs";
import { contextOptions, launchOptions, viewports } from "@/tests/support/browser";

/** What a visit of a phone saw: when its largest part was painted and its longest task, in ms, and how it shifted. */
type Visit = { paintedMs: number; longestMs: number; shift: number };

/** A phone of the middle on slow 4G, as Lighthouse has it: round trips of 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowProcessor = { rate: 4 };

/** A page has started so long after its load: what loads when idle is there. */
const settledMs = 4000;

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowNetwork);
  await session.send("Emulation.setCPUThrottlingRate", slowProcessor);
}

/** Visits a page as somebody who was never there. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(contextOptions({ viewport: viewports.phone }));
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: "bench/browser-notes.js" });
    await slowDown(page);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(settledMs);
    return await page.evaluate<Visit>("window.notes");
  } finally {
    await context.close();
  }
}

const readingOf = (value: number): Reading => ({ value, failures: {} });

async function withBrowser(measure: (browser: Browser) => Promise<Readings>): Promise<Readings> {
  if (!(await findChromium())) return { ours: [], floor: [], note: "no Chromium" };
  const browser = await chromium.launch(await launchOptions());
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

const pageOf = ({ product }: Web) => `${product.url}/${draws.teams}`;

/** The first visit of each side warms it up. */
async function comparePaint(web: Web, { rounds }: Tempo): Promise<Readings> {
  return withBrowser(async (browser) => {
    const readings: Readings = { ours: [], floor: [] };
    for (let round = -1; round < Math.min(rounds, 7); round += 1) {
      const floor = await visit(browser, web.floor);
      const ours = await visit(browser, pageOf(web));
      if (round < 0) continue;
      readings.floor.push(readingOf(floor.paintedMs));
      readings.ours.push(readingOf(ours.paintedMs));
    }
    return readings;
  });
}

/** Each visit beside one of the bare page, whose median is noted: what the framework alone takes. */
function besideBare(fact: keyof Visit) {
  return (web: Web): Promise<Readings> =>
    withBrowser(async (browser) => {
      const [ours, bare]: [Reading[], number[]] = [[], []];
      await visit(browser, pageOf(web));
      for (let round = 0; round < 5; round += 1) {
        bare.push((await visit(browser, web.floor))[fact]);
        ours.push(readingOf((await visit(browser, pageOf(web)))[fact]));
      }
      return {
        ours,
        floor: [],
        note: `a processor 4 times slower, slow 4G; the bare page: ${median(bare).toFixed(0)}`,
      };
    });
}

/** What a phone sees of a draw's page, on a slow processor and a slow network. */
export const browserFigures: Figure<Web>[] = [
  { name: "largest paint / bare page", unit: "ms", bar: { most: 1.3 }, measure: comparePaint },
  { name: "longest task at the start", unit: "ms", bar: { most: 100 }, measure: besideBare("longestMs") },
  { name: "layout shift", unit: "", bar: { most: 0.02 }, measure: besideBare("shift") },
];
