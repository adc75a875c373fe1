import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";

import type { Figure, Result, Tempo } from "./figure";
import { judge } from "./figure";
import { httpFigures } from "./figures/http";
import { nginxFigure } from "./figures/nginx";
import { settlementFigures } from "./figures/settlements";
import type { Postgres } from "./postgres";
import { openServer } from "./postgres";
import { currentCommit, currentProcessors, describeResults } from "./report";
import { startWeb } from "./web";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    json: { type: "string", default: ".cache/bench.json" },
  },
});

const tempo: Tempo = options.quick
  ? { rounds: 3, seconds: 2, warmUpSeconds: 2 }
  : { rounds: 7, seconds: 5, warmUpSeconds: 5 };

function asked<Stage>(figures: readonly Figure<Stage>[]): Figure<Stage>[] {
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

async function measureWeb(): Promise<Result[]> {
  const figures = asked([...httpFigures, nginxFigure]);
  if (figures.length === 0) return [];
  const web = await startWeb();
  return measureAll(figures, web).finally(web.stop);
}

function keep(postgres: Postgres, results: Result[]): void {
  const machine = { node: process.version, processors: currentProcessors(), postgres: postgres.note };
  const run = { at: new Date().toISOString(), commit: currentCommit(), ...machine, isQuick: options.quick, results };
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
}

async function main(): Promise<void> {
  const postgres = await openServer();
  console.error(`PostgreSQL: ${postgres.note}`);
  // Everything that the tests share makes its databases on this server, and drops them.
  process.env.TEST_DATABASE_URL = postgres.url ?? "";
  try {
    const results = [...(await measureWeb()), ...(await measureAll(asked(settlementFigures), postgres))];
    keep(postgres, results);
    console.log(describeResults(results).join("\n"));
    if (results.some(({ reaches }) => !reaches)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}

await main();
