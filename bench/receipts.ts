import { fork } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { createSmtpGateway } from "@/lib/gateways/mail/gateway.smtp";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { startJobs } from "@/lib/platform/jobs/job-runner";
import { mailJobs } from "@/lib/receipts/job";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { runStatements } from "@/tests/support/databases/postgres-database";
import { fillings } from "@/tests/support/draws/large-draw";

const receipts = Number(process.env.BENCH_ORDERS ?? 100_000);
const processes = Number(process.env.BENCH_PROCESSES ?? 2);
const answerMs = 100;
const measuredSeconds = 20;
const dayMs = 24 * 60 * 60_000;
const drawId = "receipts";

async function deliver(databaseUrl: string, smtpUrl: string): Promise<void> {
  const [test, database] = [await openTestContext(), await openPostgres(databaseUrl)];
  const mail = createSmtpGateway({ url: smtpUrl });
  const jobs = startJobs(
    database.pools.jobs,
    mailJobs({ ...test.ctx, db: database.pools.jobs, mail, now: () => new Date() }),
  );
  const usedBefore = process.cpuUsage();
  process.once("message", async () => {
    const { user, system } = process.cpuUsage(usedBefore);
    const startedMs = performance.now();
    await jobs.stop();
    const stoppedMs = Math.round(performance.now() - startedMs);
    await Promise.all([database.close(), test.close()]);
    console.log(`A process used ${Math.round((user + system) / 1000)} ms of processor, stopped in ${stoppedMs} ms`);
    process.exit(0);
  });
}

function startDelivering(databaseUrl: string, smtpUrl: string): () => Promise<void> {
  const children = Array.from({ length: processes }, () => fork("bench/receipts.ts", [databaseUrl, smtpUrl]));
  const ended = children.map((child) => new Promise((resolve) => child.once("exit", resolve)));
  return async () => {
    for (const child of children) child.send("stop");
    await Promise.all(ended);
  };
}

async function startSink(): Promise<{ url: string; received: Map<string, number>; close: () => void }> {
  const received = new Map<string, number>();
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
        received.set(id, (received.get(id) ?? 0) + 1);
        setTimeout(answer, answerMs);
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  const url = `smtp://127.0.0.1:${port}?from=tickets@example.test`;
  return { url, received, close: () => void server.close() };
}

async function watch(received: Map<string, number>): Promise<number[]> {
  const rates: number[] = [];
  for (let before = received.size; rates.length < measuredSeconds; before = received.size) {
    const startedMs = performance.now();
    await wait(1000);
    rates.push((received.size - before) / ((performance.now() - startedMs) / 1000));
  }
  return rates.sort((left, right) => left - right);
}

async function fill(databaseUrl: string): Promise<void> {
  const now = Date.now();
  const filling = { drawId, orders: receipts, from: new Date(now - 3 * dayMs), until: new Date(now - dayMs) };
  await runStatements(databaseUrl, [
    // Foreign key checks are planned at their first use. If tables look empty then, each check reads a whole table.
    ...fillings(filling).flatMap((statement) => [statement(1, receipts), "analyze"]),
    "update outbox set state = 'waiting', sent_at = null, tries = 0",
  ]);
}

async function main(): Promise<void> {
  const [test, sink] = [await openTestContext(new Date()), await startSink()];
  if (!test.databaseUrl) throw new Error("Set TEST_DATABASE_URL.");
  await importTestDraw(test.admin, drawAt(new Date(), { id: drawId }));
  await fill(test.databaseUrl);
  const stop = startDelivering(test.databaseUrl, sink.url);
  while (sink.received.size === 0) await wait(100);
  const rates = await watch(sink.received);
  await stop();
  const [mean, median] = [rates.reduce((sum, rate) => sum + rate, 0) / rates.length, rates[rates.length >> 1] ?? 0];
  const repeats = [...sink.received.values()].filter((times) => times > 1).length;
  console.log(
    `${processes} processes: ${Math.round(mean)}/s, median of seconds ${Math.round(median)}, ` +
      `${Math.round(mean * 3600)} an hour; ${sink.received.size} mails, ${repeats} more than once`,
  );
  sink.close();
  await test.close();
}

const [databaseUrl, smtpUrl] = process.argv.slice(2);
await (databaseUrl && smtpUrl ? deliver(databaseUrl, smtpUrl) : main());
