import type { BrowserContext } from "playwright/test";
import { test as base } from "playwright/test";
import type { DeviceChanges, RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { restoreSettings } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { Pages } from "./open-pages";
import { closeWatched, contextOptions, getViewport, watchPage } from "./open-pages";

/** Starting and stopping servers doesn't count in the test's own time. */
export const setUpWithinMs = 300_000;

/** Console errors, page errors and violations of the script policy fail the test unless the page allows them. */
export const browserTest = base.extend<{ pages: Pages }>({
  pages: [
    async ({ browser }, use, { tags }) => {
      const contexts: BrowserContext[] = [];
      const problems: string[] = [];
      await use({
        async newPage(options = {}) {
          const viewport = options.viewport ?? getViewport(tags);
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

type MakeFixture<Value> = (use: (value: Value) => Promise<void>) => Promise<void>;
type ForFile<Value> = [(needs: object, use: (value: Value) => Promise<void>) => Promise<void>, typeof fileScope];

const fileScope = { scope: "worker", timeout: setUpWithinMs } as const;

/** Shared by the tests of one file. Each call makes a new fixture, so its file gets its own worker. */
export function forFile<Value>(make: MakeFixture<Value>): ForFile<Value> {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs there.
  return [async ({}, use) => make(use), fileScope];
}

export function serverTest(make: MakeFixture<Server>) {
  return browserTest.extend<object, { server: Server }>({ server: forFile(make) });
}

/** Files share this server. Its draws have unique ids, and faults armed at the sandbox end with the test. */
export const shopTest = serverTest(async (use) => {
  const server = await startServer();
  await use(server);
  await server.stop();
}).extend<{ calm: undefined }>({
  calm: [
    async ({ server }, use) => {
      await use(undefined);
      await restoreSettings(server.sandboxUrl);
    },
    { auto: true },
  ],
});

export function deviceTest(changes: DeviceChanges) {
  return shopTest.extend<{ device: RegisteredDevice }>({
    device: [async ({ server }, use) => use(await registerDevice(server, changes)), { timeout: setUpWithinMs }],
  });
}

/** Gateway and data outlive the servers that the test starts and stops. */
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

export type Shop = { pages: Pages; server: Server };
