import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BrowserContext, Page } from "playwright/test";
import { chromium, expect } from "playwright/test";

import type { PageOptions } from "./open-pages";
import { closeWatched, contextOptions, launchOptions, viewports, watchPage } from "./open-pages";

/** A browser in a separate process, which a test can kill, with its profile on disk. */
export type Tablet = {
  /** Starts the browser if it isn't running. */
  open: (address: string) => Promise<Page>;
  /** Ends the browser regularly, which writes its storage to disk. */
  switchOff: () => Promise<void>;
  kill: () => Promise<void>;
  /** Resolves when local storage on disk contains `text`, which Chromium writes seconds later. */
  waitUntilKept: (text: string) => Promise<void>;
};

export type Tablets = {
  newTablet: (options?: PageOptions) => Promise<Tablet>;
  /** Switches all tablets off. Problems on their pages fail the test unless the tablet allows them. */
  endTest: () => Promise<void>;
  close: () => Promise<void>;
};

export function openTablets(): Tablets {
  const made: { tablet: Tablet; profile: string }[] = [];
  const problems: string[] = [];

  return {
    async newTablet(options = {}) {
      const profile = await mkdtemp(join(tmpdir(), "tirage-tablet-"));
      const tablet = tabletOn(profile, options, problems);
      made.push({ tablet, profile });
      return tablet;
    },
    async endTest() {
      await closeWatched(problems, async () => {
        for (const { tablet } of made) await tablet.switchOff();
      });
    },
    async close() {
      for (const { tablet, profile } of made) {
        await tablet.switchOff();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

async function getProcessId(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
  const found = processInfo.find(({ type }) => type === "browser");
  if (!found) throw new Error("The browser does not tell its process.");
  return found.id;
}

/** Reads local storage as bytes, because Chromium's log contains recent values verbatim. */
async function readLocalStorage(profile: string): Promise<string> {
  const folder = join(profile, "Default", "Local Storage", "leveldb");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".log") || name.endsWith(".ldb"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1").catch(() => "")));
  return texts.join("\n");
}

function tabletOn(profile: string, options: PageOptions, problems: string[]): Tablet {
  let running: BrowserContext | null = null;

  async function start(): Promise<BrowserContext> {
    const pageOptions = contextOptions({ viewport: viewports.tablet, ...options });
    return chromium.launchPersistentContext(profile, { ...(await launchOptions()), ...pageOptions });
  }
  async function switchOff(): Promise<void> {
    await running?.close();
    running = null;
  }
  return {
    async open(url) {
      running ??= await start();
      const page = await running.newPage();
      await watchPage(page, options.allow ?? [], problems);
      await page.goto(url);
      return page;
    },
    switchOff,
    async kill() {
      if (!running) return;
      const ended = running.waitForEvent("close");
      process.kill(await getProcessId(running), "SIGKILL");
      await ended;
      running = null;
    },
    waitUntilKept: (text) =>
      expect.poll(async () => (await readLocalStorage(profile)).includes(text), { timeout: 30_000 }).toBe(true),
  };
}
