import type { BrowserContext } from "playwright/test";
import { test as base } from "playwright/test";
import type { DeviceChanges, RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { calmSandbox } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { Pages } from "./open-pages";
import { closeWatched, contextOptions, viewportOf, watchPage } from "./open-pages";

/** Servers take their time to start and to end, which is none of the test's. */
export const setUpWithinMs = 300_000;

/**
 * A test in a browser. Every console error, page error and violation of the script policy fails the test during which
 * it happened, unless the page was opened with it in `allow`.
 */
export const browserTest = base.extend<{ pages: Pages }>({
  pages: [
    async ({ browser }, use, { tags }) => {
      const contexts: BrowserContext[] = [];
      const problems: string[] = [];
      await use({
        async newPage(options = {}) {
          const viewport = options.viewport ?? viewportOf(tags);
          const own = () => browser.newContext(contextOptions({ ...options, viewport }));
          const context = options.beside?.context() ?? (await own());
          if (!options.beside) contexts.push(context);
          const page = await context.newPage();
          await watchPage(page, options.allow ?? [], problems);
          return page;
        },
      });
      await closeWatched(problems, async () => {
        for (const context of contexts) await context.close();
      });
    },
    { timeout: setUpWithinMs },
  ],
});

type Making<Value> = (use: (value: Value) => Promise<void>) => Promise<void>;
type ForFile<Value> = [(needs: object, use: (value: Value) => Promise<void>) => Promise<void>, typeof fileScope];

const fileScope = { scope: "worker", timeout: setUpWithinMs } as const;

/**
 * A fixture that the tests of one file share: `make` brings it about, hands it to `use`, and takes it away after the
 * last. Each call gives a fixture of its own, and with that its file a worker of its own.
 */
export function forFile<Value>(make: Making<Value>): ForFile<Value> {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs there.
  return [async ({}, use) => make(use), fileScope];
}

/** A test whose file has a server of its own, as `make` starts and ends it. */
export function serverTest(make: Making<Server>) {
  return browserTest.extend<object, { server: Server }>({ server: forFile(make) });
}

/**
 * A test at a server that many files share, one after the other: its draws have ids of their own, and the faults that
 * it arms at the sandbox end with it.
 */
export const shopTest = serverTest(async (use) => {
  const server = await startServer();
  await use(server);
  await server.stop();
}).extend<{ calm: undefined }>({
  calm: [
    async ({ server }, use) => {
      await use(undefined);
      await calmSandbox(server.sandboxUrl);
    },
    { auto: true },
  ],
});

/** A test at that server with a device of its own. */
export function deviceTest(changes: DeviceChanges) {
  return shopTest.extend<{ device: RegisteredDevice }>({
    device: [async ({ server }, use) => use(await registerDevice(server, changes)), { timeout: setUpWithinMs }],
  });
}

/** A test with a gateway and data of its own, which outlive the servers that it starts and ends, and its pages. */
export const stageTest = browserTest.extend<{ stage: FaultStage }>({
  pages: ({ stage: _stage, pages }, use) => use(pages),
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs there.
    async ({}, use) => {
      const stage = await openFaultStage();
      await use(stage);
      await stage.close();
    },
    { timeout: setUpWithinMs },
  ],
});

/** Where a test shops: its pages, and the server of its file. */
export type Shop = { pages: Pages; server: Server };
