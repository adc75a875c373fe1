import { ensureBuild } from "@/scripts/build/build-freshness.mjs";
import { readCommandArguments } from "@/scripts/command/run-command";

import type { Buyers } from "./buyers";
import { startBuyers } from "./buyers";
import { importDraw } from "./draw";
import { collectEvidence, waitUntilSettled } from "./evidence";
import { findLosses, repeatedMails } from "./losses";
import type { Options } from "./options";
import { parseOptions } from "./options";
import { killLeftoverPostgres } from "./patroni";
import type { Place } from "./place";
import { endPrograms, openPlace, removePlace } from "./place";
import { requirePrograms } from "./programs";
import { runSteps } from "./rounds";
import { stepsWith } from "./steps";
import { resultLines, seconds } from "./table";
import { startTopology } from "./topology";

const names = stepsWith({ offsets: [0] }).map(({ name }) => name);

const usage = `Usage: npm run topology [-- OPTIONS]   start the whole deployment, and break parts of it while it sells
         --only STEP,...   only these: ${names.join(", ")}
         --offsets N,...   freeze-primary once for each: goes on N seconds after the promotion of the standby (0)
         --rate N          buyers a second (3)
         --ports PORT      the first of the ports (24000)
         --keep            keep the folder with all configurations, logs and data`;

const startedAt = new Date();

function log(line: string): void {
  console.log(`${seconds(Date.now() - startedAt.getTime()).padStart(8)}  ${line}`);
}

async function checkResults(place: Place, buyers: Buyers): Promise<boolean> {
  log("buyers stop; what is still open is settled");
  await buyers.stop();
  const isSettled = await waitUntilSettled(place, startedAt, (line) => log(`  ${line}`)).then(
    () => true,
    (error: Error) => {
      console.log(`NOT SETTLED: ${error.message}`);
      return false;
    },
  );
  const evidence = await collectEvidence(place, buyers);
  const losses = findLosses(evidence);
  for (const line of losses) console.log(`LOST: ${line}`);
  for (const result of buyers.results) if ("refusal" in result) log(`  refused: ${result.email}, ${result.refusal}`);
  console.log(
    `${evidence.acknowledged.length} purchases acknowledged, ${evidence.orders.length} orders, ` +
      `${evidence.mails.length} mails (${repeatedMails(evidence.mails)} of them repeated). ` +
      (losses.length === 0 ? "Nothing was lost, and nothing charged twice." : `${losses.length} FAILED.`),
  );
  return isSettled && losses.length === 0;
}

async function sellDuringFaults(place: Place, { rate, only, offsets }: Options): Promise<boolean> {
  const topology = await startTopology(place, log);
  const instanceId = await importDraw(place);
  const buyers = await startBuyers(place, { instanceId, rate });
  const steps = stepsWith({ offsets }).filter(({ name }) => only === null || only.includes(name));
  const { results, isComplete } = await runSteps(steps, topology, buyers, log);
  const isClean = await checkResults(place, buyers);
  console.log(resultLines(results).join("\n"));
  return isClean && isComplete;
}

async function close(place: Place, keep: boolean): Promise<void> {
  await endPrograms(place);
  for (const at of place.ports.nodes.keys()) await killLeftoverPostgres(place.folder, at);
  if (keep) console.log(`Configurations, logs and data: ${place.folder}`);
  else await removePlace(place);
}

/** npm doesn't pass SIGTERM on to its script, which would run on without a parent. */
function endWithNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => void (process.ppid !== parent && stop()), 500).unref();
}

async function main(): Promise<void> {
  const options = parseOptions(readCommandArguments(usage), names);
  if (!options) throw new Error(usage);
  requirePrograms();
  await ensureBuild({ show: true });
  const place = await openPlace(options.ports);
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close(place, options.keep);
    return closing;
  };
  const stop = () => void closeOnce().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  endWithNpm(stop);
  try {
    process.exitCode = (await sellDuringFaults(place, options)) ? 0 : 1;
  } finally {
    await closeOnce();
  }
  process.exit();
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
