import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";

import { startDemo } from "./demo";
import type { Figure, Result, Tempo } from "./figure";
import { judge } from "./figure";
import { enduranceFigure } from "./figures/endurance";
import { httpFigures } from "./figures/http";
import { lighthouseFigures } from "./figures/lighthouse";
import { memoryFigure } from "./figures/memory";
import { nginxFigure } from "./figures/nginx";
import { scaleFigures, startScale } from "./figures/scale";
import { settlementFigures } from "./figures/settlements";
import type { Postgres } from "./postgres";
import { openServer } from "./postgres";
import type { Run } from "./report";
import { currentCommit, currentProcessors, describeResults } from "./report";
import { startWeb } from "./web";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    json: { type: "string", default: ".cache/bench.json" },
  },
});

/** Many short turns, because load on a machine comes in waves that should affect both sides of a round. */
const tempo: Tempo = options.quick
  ? { rounds: 5, seconds: 1, warmUpSeconds: 1.5 }
  : { rounds: 15, seconds: 2, warmUpSeconds: 5 };

function selectFigures<Stage>(figures: readonly Figure<Stage>[]): Figure<Stage>[] {
  return figures.filter(({ name }) => name.includes(options.only));
}

async function measureAll<Stage>(figures: readonly Figure<Stage>[], stage: Stage): Promise<Result[]> {
  const results: Result[] = [];
  for (const figure of figures) {
    console.error(`${figure.name} …`);
    const readings = await figure.measure(stage, tempo);
    if (readings.ours.length > 0) results.push(judge(figure, readings));
    else console.error(`${figure.name}: left out (${readings.note}).`);
  }
  return results;
}

type Stage = { stop: () => Promise<void> };

async function measureOn<On extends Stage>(
  figures: readonly Figure<On>[],
  start: () => Promise<On>,
): Promise<Result[]> {
  const wanted = selectFigures(figures);
  if (wanted.length === 0) return [];
  const stage = await start();
  return measureAll(wanted, stage).finally(stage.stop);
}

async function measureRun(postgres: Postgres): Promise<Result[]> {
  const longWeb = options.long ? [enduranceFigure] : [];
  const web = await measureOn([...httpFigures, nginxFigure, ...longWeb], startWeb);
  const phones = await measureOn(lighthouseFigures, startDemo);
  const settlements = await measureAll(selectFigures(settlementFigures), postgres);
  if (!options.long) return [...web, ...phones, ...settlements];
  const scale = postgres.url === null ? [] : await measureOn(scaleFigures, () => startScale(postgres));
  return [...web, ...phones, ...settlements, ...scale, ...(await measureAll(selectFigures([memoryFigure]), postgres))];
}

type Begin = Pick<Run, "commit" | "loadBefore">;

function keep(begin: Begin, postgres: Postgres, results: Result[]): void {
  const machine = { node: process.version, processors: currentProcessors(), postgres: postgres.note };
  const run: Run = { at: new Date().toISOString(), ...begin, ...machine, isQuick: options.quick, results };
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
}

async function main(): Promise<void> {
  mkdirSync(".cache", { recursive: true });
  const begin = { commit: currentCommit(), loadBefore: loadavg()[0] ?? 0 };
  const postgres = await openServer();
  // Ctrl-C reaches servers through their terminal, but the cluster's folder must be removed.
  process.once("SIGINT", () => void postgres.stop().then(() => process.exit(130)));
  console.error(`Commit ${begin.commit}. PostgreSQL: ${postgres.note}. Load before: ${begin.loadBefore.toFixed(1)}.`);
  // The tests' helpers create and drop their databases on this server.
  process.env.TEST_DATABASE_URL = postgres.url ?? "";
  try {
    const results = await measureRun(postgres);
    keep(begin, postgres, results);
    console.log(describeResults(results).join("\n"));
    if (results.some(({ reaches }) => !reaches)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}

await main();
