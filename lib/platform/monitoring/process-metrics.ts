import "server-only";

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";
import type { RequestArea } from "./request-areas";
import { requestAreas } from "./request-areas";

/** The buckets of a histogram, in seconds. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitSeconds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];

type ByLabel<Value, Child> = (value: Value) => Child;

/** Creates one child per label value, so that counting a request allocates no labels. */
function childrenBy<Value, Child>(create: ByLabel<Value, Child>): ByLabel<Value, Child> {
  const children = new Map<Value, Child>();
  return (value) => {
    const existing = children.get(value);
    if (existing) return existing;
    const child = create(value);
    children.set(value, child);
    return child;
  };
}

export type PoolState = { used: number; idle: number; waiting: number; most: number };

function createRequests(registers: Registry[]) {
  const requests = new Counter({
    name: "tirage_requests_total",
    help: "Requests that were answered, by what they are for; `aborted` where the caller had gone.",
    labelNames: ["area", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "tirage_request_duration_seconds",
    help: "From the first byte of a request to the end of its answer.",
    labelNames: ["area"],
    buckets: requestSeconds,
    registers,
  });
  const purchases = new Histogram({
    name: "tirage_purchase_call_duration_seconds",
    help: "Calls that place and pay orders, from the end of their body to the beginning of their answer.",
    labelNames: ["path"],
    buckets: requestSeconds,
    registers,
  });
  const refusals = new Counter({
    name: "tirage_refusals_total",
    help: "Refusals of calls by their reason (lib/platform/http/reasons.ts).",
    labelNames: ["reason"],
    registers,
  });
  const count = childrenBy((area: RequestArea) =>
    childrenBy((status: number | "aborted") => requests.labels({ area, status: String(status) })),
  );
  // A series that begins with its first failure hides that failure from `rate`.
  for (const area of requestAreas) for (const status of [200, 500, 503]) count(area)(status).inc(0);
  const refusal = childrenBy((reason: string) => refusals.labels({ reason }));
  refusal("refund-limit").inc(0);
  const observe = childrenBy((area: RequestArea) => durations.labels({ area }));
  return {
    request: (area: RequestArea, status: number | "aborted", seconds: number) => {
      count(area)(status).inc();
      if (status !== "aborted") observe(area).observe(seconds);
    },
    purchaseCall: childrenBy((path: string) => purchases.labels({ path })),
    refusal,
  };
}

function createGatewayCalls(registers: Registry[]) {
  const calls = new Counter({
    name: "tirage_gateway_calls_total",
    help: "Calls of the payment gateway by what came of them; a refused charge by its reason.",
    labelNames: ["operation", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "tirage_gateway_call_duration_seconds",
    help: "How long the payment gateway took to answer, or was waited for.",
    labelNames: ["operation"],
    buckets: [...requestSeconds.slice(3), 20],
    registers,
  });
  const count = childrenBy((operation: string) =>
    childrenBy((outcome: string) => calls.labels({ operation, outcome })),
  );
  const observe = childrenBy((operation: string) => durations.labels({ operation }));
  for (const outcome of ["approved", "declined", "payment-unavailable", "unknown"]) count("charge")(outcome).inc(0);
  return (operation: string, outcome: string, seconds: number) => {
    count(operation)(outcome).inc();
    observe(operation).observe(seconds);
  };
}

function createConnections(registers: Registry[]) {
  const states = new Map<string, () => PoolState>();
  const waits = new Histogram({
    name: "tirage_connection_wait_seconds",
    help: "How long a statement or a transaction waited for a connection of its pool.",
    labelNames: ["pool"],
    buckets: waitSeconds,
    registers,
  });
  const failures = new Counter({
    name: "tirage_connection_failures_total",
    help: "Statements and transactions that got no connection of their pool.",
    labelNames: ["pool"],
    registers,
  });
  new Gauge({
    name: "tirage_connections",
    help: "Connections to the database; `waiting` is who waits for one, `most` how many a pool may open.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, read] of states) {
        for (const [state, value] of Object.entries(read())) this.set({ pool, state }, value);
      }
    },
  });
  return {
    watch: (pool: string, read: () => PoolState) => {
      states.set(pool, read);
      const failed = failures.labels({ pool });
      failed.inc(0);
      return { waited: waits.labels({ pool }), failed };
    },
  };
}

function createJobs(registers: Registry[]) {
  const runs = new Counter({
    name: "tirage_job_runs_total",
    help: "Runs of jobs in this process, `done` or `failed`.",
    labelNames: ["name", "result"],
    registers,
  });
  const limits = new Gauge({
    name: "tirage_job_limit_seconds",
    help: "A job that succeeded in no process for longer than this has stalled.",
    labelNames: ["name"],
    registers,
  });
  return {
    run: childrenBy((name: string) => childrenBy((result: "done" | "failed") => runs.labels({ name, result }))),
    limit: (name: string, seconds: number) => limits.set({ name }, seconds),
  };
}

function createEndingHosts(registers: Registry[]) {
  let read = (): readonly string[] => [];
  new Gauge({
    name: "tirage_gateway_hosts_ending",
    help: "1 for what a live server still uses at a host of Bambora that ends on 31 December 2026, from 1 December on.",
    labelNames: ["role"],
    registers,
    collect() {
      this.reset();
      for (const role of read()) this.set({ role }, 1);
    },
  });
  return (roles: () => readonly string[]) => {
    read = roles;
  };
}

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const mails = new Counter({
    name: "tirage_mail_tries_total",
    help: "Tries to send an email by what came of them.",
    labelNames: ["outcome"],
    registers,
  });
  const builds = new Gauge({
    name: "tirage_build_info",
    help: "1, with the id of the build that this process serves.",
    labelNames: ["build"],
    registers,
  });
  const standbys = new Gauge({
    name: "tirage_database_standbys_expected",
    help: "How many synchronous standbys the database should have (`DATABASE_STANDBYS`).",
    registers,
  });
  const mailTry = childrenBy((outcome: string) => mails.labels({ outcome }));
  for (const outcome of ["sent", "refused", "deferred", "unreachable"]) mailTry(outcome).inc(0);
  return {
    ...createRequests(registers),
    gatewayCall: createGatewayCalls(registers),
    connections: createConnections(registers),
    jobs: createJobs(registers),
    mailTry,
    expectStandbys: (count: number) => standbys.set(count),
    endingHosts: createEndingHosts(registers),
    start: (build: string) => {
      const isStarted = registry.getSingleMetric("process_start_time_seconds") !== undefined;
      builds.set({ build }, 1);
      if (!isStarted) collectDefaultMetrics({ register: registry });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Follows docs/decisions/054-metrics.md. Counting never waits. */
export const processMetrics = oncePerProcess("tirageMetrics", createMetrics);
