import "server-only";

import { LRUCache } from "lru-cache";

import { readCounters } from "@/lib/draws/store";
import { guardServers } from "@/lib/platform/guard/guard-servers";
import { createPatterns } from "@/lib/platform/guard/route-patterns";
import type { CallHandlers } from "@/lib/platform/http/respond-to-calls";
import { respondToCalls } from "@/lib/platform/http/respond-to-calls";
import { requireZoneData } from "@/lib/platform/i18n/require-zone-data";
import { startJobs } from "@/lib/platform/jobs/job-runner";
import { maintenanceJobs } from "@/lib/platform/jobs/maintenance-jobs";
import { watchJobs } from "@/lib/platform/jobs/watch-jobs";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { getCurrentBuild } from "@/lib/platform/server/build";
import { env } from "@/lib/platform/server/env";
import { logFailure, logLine } from "@/lib/platform/server/log";
import { reportAmbiguousDraws } from "@/lib/zones/list-ambiguous-draws";
import { classifyPages } from "./classify-pages";
import { createContext } from "./create-context";
import { createJobs } from "./jobs";
import { respondLive } from "./respond-live";
import type { Runtime } from "./runtime";
import { runtime } from "./runtime";
import { stopGracefully } from "./stop-gracefully";
import { warnAboutHosts } from "./watch-hosts";

const expectedErrors = new Set([
  "InvalidEnvironment",
  "DataDirectoryInUse",
  "OldZoneData",
  "WrongSecretsKeyError",
  "WrongModeError",
  "UnsafeDatabase",
  "SchemaMismatch",
  "MigrationStopped",
]);

/** `calls` are answered without Next (docs/decisions/052). Exits if the configuration or database is unusable. */
export async function startServer(calls: CallHandlers): Promise<void> {
  try {
    checkZoneData();
    processMetrics.start(getCurrentBuild().id);
    processMetrics.expectStandbys(env().DATABASE_STANDBYS);
    await startWork(calls);
  } catch (error) {
    const isExpected = error instanceof Error && expectedErrors.has(error.name);
    if (isExpected) for (const line of error.message.split("\n")) logLine("error", line);
    else logFailure("The server cannot start.", error);
    process.exit(1);
  }
}

/** Returns true if the draw exists, or if the database can't be asked. */
function createDrawLookup(readRuntime: () => Runtime | null): (id: string) => Promise<boolean> {
  const existing = new LRUCache<string, true>({ max: 2000 });
  return async (id) => {
    const db = readRuntime()?.pools.reads;
    if (!db || existing.has(id)) return true;
    try {
      const exists = (await readCounters(db, [id])).has(id);
      if (exists) existing.set(id, true);
      return exists;
    } catch {
      return true;
    }
  };
}

function startGuard(readRuntime: () => Runtime | null, calls: CallHandlers): void {
  const { CHECKOUT_HOST, MAIN_SITE_URL, TIRAGE_MODE, TRUSTED_PROXY_HOPS } = env();
  const findPattern = createPatterns();
  guardServers({
    isSecure: CHECKOUT_HOST.startsWith("https:"),
    isDemo: TIRAGE_MODE === "demo",
    mainSite: MAIN_SITE_URL,
    trustsProxy: TRUSTED_PROXY_HOPS > 0,
    findPattern,
    pages: classifyPages({ findPattern, isDraw: createDrawLookup(readRuntime), hasList: MAIN_SITE_URL === undefined }),
    answerDirectly: (request, response) =>
      respondLive(readRuntime(), request, response) || respondToCalls(calls, request, response),
  });
}

/** Throws if the time zone data is old, except in a demo, which takes no real money. */
function checkZoneData(): void {
  try {
    requireZoneData();
  } catch (error) {
    if (env().TIRAGE_MODE !== "demo" || !(error instanceof Error)) throw error;
    logLine("warn", error.message);
  }
}

async function startWork(calls: CallHandlers): Promise<void> {
  let opened: Runtime | null = null;
  startGuard(() => opened, calls);
  const current = await runtime();
  opened = current;
  const { clock, embedded } = current;
  const db = current.pools.jobs;
  warnAboutHosts(env(), clock.now);
  const ctx = await createContext("jobs");
  await reportAmbiguousDraws(ctx);
  const all = [...createJobs(ctx), ...maintenanceJobs(db, clock.now, embedded)];
  const jobs = startJobs(db, all);
  const watch = watchJobs(current.pools.sales, all);
  current.jobs = watch;
  const measuring = setInterval(() => clock.measure().catch(() => undefined), 30_000).unref();
  stopGracefully(
    {
      announce: () => {
        current.draining = true;
        clearInterval(measuring);
        watch.stop();
      },
      settle: () => jobs.stop(),
      release: () => current.close(),
    },
    env().STOP_GRACE_SECONDS * 1000,
  );
}
