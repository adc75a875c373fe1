import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

import { importDraw } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import { fillings } from "@/tests/support/large-draw";
import { runStatements } from "@/tests/support/postgres-database";
import { startServers } from "@/tests/support/servers";

const receipts = Number(process.env.BENCH_ORDERS ?? 100_000);
const processes = Number(process.env.BENCH_PROCESSES ?? 2);
/** How long the mail server takes over each message. */
const answerMs = 100;
const measuredSeconds = 40;
const dayMs = 24 * 60 * 60_000;

/** A mail server that answers each message after `answerMs`, and counts them by their ids. */
async function startSink(): Promise<{ url: string; taken: Map<string, number>; close: () => void }> {
  const taken = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, answer) => {
      let head = "";
      stream.on("data", (chunk: Buffer) => {
        head += head.length < 4096 ? chunk.toString("latin1") : "";
      });
      stream.once("end", () => {
        const id = /^Message-ID: (.*)$/im.exec(head)?.[1] ?? "none";
        taken.set(id, (taken.get(id) ?? 0) + 1);
        setTimeout(answer, answerMs);
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  const url = `smtp://127.0.0.1:${port}?from=tickets@example.test`;
  return { url, taken, close: () => void server.close() };
}

/** How many mails came in each of some seconds, the fewest first. */
async function watch(taken: Map<string, number>): Promise<number[]> {
  const rates: number[] = [];
  for (let before = taken.size; rates.length < measuredSeconds; before = taken.size) {
    const startedMs = performance.now();
    await wait(1000);
    rates.push((taken.size - before) / ((performance.now() - startedMs) / 1000));
  }
  return rates.sort((left, right) => left - right);
}

/** Prints how many receipts a second, out of a backlog, leave several processes for a mail server that takes its time. */
async function main(): Promise<void> {
  const sink = await startSink();
  const { servers, stop } = await startServers(processes, { SMTP_URL: sink.url });
  try {
    const [server] = servers;
    if (!server?.databaseUrl) throw new Error("Set TEST_DATABASE_URL.");
    const draw = drawWith();
    await importDraw(server, draw);
    const now = Date.now();
    const filling = {
      drawId: draw.id,
      orders: receipts,
      from: new Date(now - 3 * dayMs),
      until: new Date(now - dayMs),
    };
    await runStatements(server.databaseUrl, [
      // Checks of foreign keys are planned at their first use: on tables that look empty they read all of them.
      ...fillings(filling).flatMap((statement) => [statement(1, receipts), "analyze"]),
      "update outbox set state = 'waiting', sent_at = null, tries = 0",
    ]);
    while (sink.taken.size === 0) await wait(100);
    const rates = await watch(sink.taken);
    const [mean, median] = [rates.reduce((sum, rate) => sum + rate, 0) / rates.length, rates[rates.length >> 1] ?? 0];
    const repeats = [...sink.taken.values()].filter((times) => times > 1).length;
    console.log(
      `${processes} processes: ${Math.round(mean)}/s, median of seconds ${Math.round(median)}, ` +
        `${Math.round(mean * 3600)} an hour; ${sink.taken.size} mails, ${repeats} more than once`,
    );
  } finally {
    await stop();
    sink.close();
  }
}

await main();
