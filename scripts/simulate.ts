import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { CommandError } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import { tableLines } from "./command/text-table";

const usage = "npm run simulate -- [--runs 10000] [--seed N] [--workers N] [--path PATH of a run to repeat]";

/** Seed and path identify a failing run. */
const runsPerSeed = 250;

type Part = { seed: number; runs: number; path?: string; shrinkMs: number };
type Result = { seed: number; runs: number; counts: [string, number][]; failure: string };

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args: args,
    options: {
      runs: { type: "string" },
      seed: { type: "string" },
      workers: { type: "string" },
      path: { type: "string" },
    },
  });
  const runs = Number(values.runs ?? 10_000);
  const seed = Number(values.seed ?? randomInt(2 ** 30));
  const workers = Number(values.workers ?? availableParallelism());
  const areNumbers =
    [runs, workers].every((number) => Number.isInteger(number) && number > 0) && Number.isInteger(seed);
  if (!areNumbers) throw new CommandError(usage);
  return { runs, seed, workers, path: values.path };
}

function splitRuns({ runs, seed, path }: ReturnType<typeof readOptions>): Part[] {
  const shrinkMs = 60_000;
  if (path) return [{ seed, runs: 1, path, shrinkMs: 0 }];
  const parts = Math.ceil(runs / runsPerSeed);
  return Array.from({ length: parts }, (_part, index) => ({
    seed: seed + index,
    runs: Math.min(runsPerSeed, runs - index * runsPerSeed),
    shrinkMs,
  }));
}

function runWorker(parts: Part[], onResult: (result: Result) => void): Promise<void> {
  const node = ["--import", "tsx", "--import", "./tests/simulation/outside-next.mjs", "tests/simulation/worker.ts"];
  const args = parts.map((part) => JSON.stringify(part));
  // Results come by IPC, so that logs don't mix with them.
  const child = spawn(process.execPath, [...node, ...args], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.on("message", (result) => onResult(result as Result));
  return new Promise((resolve, reject) => {
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`A worker exited with code ${code}.`))));
  });
}

function printCounts(counts: Map<string, number>): void {
  const rows = [...counts].sort(([left], [right]) => left.localeCompare(right));
  const headings = [["times", "right"] as const, ["what happened", "left"] as const];
  const lines = tableLines(
    headings,
    rows.map(([what, times]) => [String(times), what]),
  );
  console.log(lines.join("\n"));
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  const parts = splitRuns(options);
  const counts = new Map<string, number>();
  let [runs, failures] = [0, 0];
  console.log(`Seeds ${options.seed} to ${options.seed + parts.length - 1}, ${options.workers} workers.`);
  const onResult = (result: Result) => {
    runs += result.runs;
    for (const [what, times] of result.counts) counts.set(what, (counts.get(what) ?? 0) + times);
    console.log(
      `${runs} runs, ${counts.get("turns")} turns, seed ${result.seed} ${result.failure ? "FAILED" : "holds"}`,
    );
    if (!result.failure) return;
    failures += 1;
    console.log(result.failure);
  };
  const shares = Array.from({ length: options.workers }, (_share, at) =>
    parts.filter((_part, index) => index % options.workers === at),
  );
  await Promise.all(shares.filter((share) => share.length > 0).map((share) => runWorker(share, onResult)));
  printCounts(counts);
  console.log(
    `${runs} runs, ${counts.get("turns")} turns: ${failures === 0 ? "no invariant broken" : `${failures} FAILED`}.`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}

await runCommand(usage, main);
