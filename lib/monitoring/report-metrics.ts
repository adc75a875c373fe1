import "server-only";

import { Counter, Gauge, Registry } from "prom-client";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { getOrigin } from "@/lib/platform/db/database";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { logRarely } from "@/lib/platform/server/log";
import type { Figure } from "./rules.figures";
import { figureKinds, scrapeTimeoutMs } from "./rules.figures";
import { readFigures } from "./store.figures";

/** For monitors only. Uses no sales connection. Without the database it reports just the figures of this process. */
export async function reportMetrics(
  ctx: Pick<Context, "db" | "wait" | "actor">,
): Promise<{ ok: true; text: string; type: string } | Refusal<"not-found">> {
  if (ctx.actor.kind !== "monitor") return refuse("not-found");
  const figures = await readWithTimeout(ctx);
  if (!figures) logRarely("The metrics of the database could not be read");
  const parts = await Promise.all([processMetrics.render(), renderFigures(figures)]);
  return { ok: true, text: parts.join("\n"), type: processMetrics.contentType };
}

/** Returns null after the time limit. The query continues and serves the next scrape. */
async function readWithTimeout({ db, wait }: Pick<Context, "db" | "wait">): Promise<Figure[] | null> {
  const tooLate = wait(scrapeTimeoutMs).then(() => null);
  return Promise.race([readShared(db), tooLate]).catch(() => null);
}

const readings = new WeakMap<object, Promise<Figure[]>>();

function readShared(db: Database): Promise<Figure[]> {
  const origin = getOrigin(db);
  const running = readings.get(origin);
  if (running) return running;
  const reading = readFigures(db).finally(() => readings.delete(origin));
  readings.set(origin, reading);
  return reading;
}

function renderFigures(figures: Figure[] | null): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  for (const [name, { type, help, ...rest }] of Object.entries(figureKinds)) {
    const label = "label" in rest ? rest.label : undefined;
    const metric = new (type === "counter" ? Counter : Gauge)({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
    });
    const values = figures?.filter((figure) => figure.metric === name) ?? [];
    // A figure that couldn't be read is left out, because zero would be wrong.
    metric.reset();
    if (values.length === 0 && !label) metric.remove();
    for (const { of, value } of values) {
      metric.inc(label && of !== null ? { [label]: of } : {}, value);
    }
  }
  const up = new Gauge({
    name: "tirage_database_figures_up",
    help: "1 if the figures of the database could be read for this answer, else 0.",
    registers,
  });
  up.set(figures ? 1 : 0);
  return registry.metrics();
}
