import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import { startSandboxProcess } from "@/bench/sandbox-process";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import { startShippedNginx } from "@/tests/support/servers/shared-cache";

import { openServer } from "./postgres";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    path: { type: "string", default: "/?filter=past" },
    embedded: { type: "boolean", default: false },
    phones: { type: "string", default: "2000" },
  },
});

const drawId = "attacked";
const [buyers, phonesAtOnce] = [4, 400];

type Attack = "packets" | "connections";

/** Runs in a separate process, so that its work doesn't slow the timed calls. */
async function startAttack(attack: Attack, url: string): Promise<string> {
  const args = ["--attack", attack, "--url", url, "--path", options.path, "--seconds", options.seconds];
  const child = spawn(process.execPath, [...process.execArgv, "bench/attacker.ts", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part;
  });
  await once(child, "close");
  return output.trim();
}

type Times = Record<"order" | "payment" | "page" | "ready", number[]>;
type Purchases = { times: Times; refusals: string[] };

async function timed<Result>(times: number[], work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  const purchases = await work();
  times.push(performance.now() - startedMs);
  return purchases;
}

async function buyOften(url: string, sandboxUrl: string, purchases: Purchases, isOver: () => boolean): Promise<void> {
  const { times, refusals } = purchases;
  while (!isOver()) {
    const buyer = createBuyer({ url });
    await timed(times.page, () => buyer.call("GET", `/${drawId}`));
    const token = await tokenFor(sandboxUrl);
    const { status, body } = await timed(times.order, () => buyer.placeOrder({ instanceId: drawId }));
    const paid = status === 201 ? await timed(times.payment, () => buyer.pay(body.order, token)) : null;
    if (paid?.status !== 200) refusals.push(`${paid ? "payment" : "order"} ${paid?.status ?? status}`);
    await wait(50);
  }
}

async function probe(url: string, times: Times, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { status } = await timed(times.ready, () => fetch(`${url}/api/ready`));
    if (status !== 200) console.log(`  /api/ready: ${status}`);
    await wait(500);
  }
}

const at = (sorted: readonly number[], share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);

function printTimes(name: string, times: Times): void {
  for (const [what, list] of Object.entries(times)) {
    const sorted = list.sort((left, right) => left - right);
    const figures = `median ${at(sorted, 0.5)}, p95 ${at(sorted, 0.95)}, longest ${at(sorted, 1 - 1e-9)} ms`;
    console.log(`${name}, ${what}: ${sorted.length}, ${figures}`);
  }
}

async function measure(name: string, url: string, server: Server, attacks: readonly Attack[]) {
  const times: Times = { order: [], payment: [], page: [], ready: [] };
  const purchases: Purchases = { times, refusals: [] };
  const endMs = performance.now() + Number(options.seconds) * 1000;
  const isOver = () => performance.now() > endMs;
  const otherBuyers = Array.from({ length: buyers }, () => buyOften(url, server.sandboxUrl, purchases, isOver));
  const attackAnswers = Promise.all(attacks.map((attack) => startAttack(attack, url)));
  await Promise.all([...otherBuyers, probe(server.url, times, isOver)]);
  printTimes(name, times);
  if (purchases.refusals.length > 0) console.log(`${name}, not sold: ${purchases.refusals.join(", ")}`);
  for (const answers of await attackAnswers) if (answers) console.log(`${name}, answers to the attack: ${answers}`);
}

async function letPhonesBuy(url: string, server: Server): Promise<void> {
  const answers = new Map<string, number>();
  const count = (what: string, status: number) =>
    answers.set(`${what} ${status}`, (answers.get(`${what} ${status}`) ?? 0) + 1);
  let left = Number(options.phones);
  const phone = async () => {
    const buyer = createBuyer({ url }, "203.0.113.7");
    count("page", (await buyer.call("GET", `/${drawId}`)).status);
    const token = await tokenFor(server.sandboxUrl);
    const placed = await buyer.placeOrder({ instanceId: drawId });
    count("order", placed.status);
    if (placed.status !== 201) return;
    const { order } = placed.body;
    count("payment", (await buyer.pay(order, token)).status);
    count("confirmation", (await buyer.call("GET", `/order/${drawId}/${order.orderId}`)).status);
  };
  const startedMs = performance.now();
  const next = async () => {
    while (left > 0) {
      left -= 1;
      await phone();
    }
  };
  await Promise.all(Array.from({ length: phonesAtOnce }, next));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`${options.phones} phones in ${seconds} s: ${JSON.stringify(Object.fromEntries(answers))}`);
}

async function main(): Promise<void> {
  const postgres = options.embedded ? null : await openServer();
  process.env.TEST_DATABASE_URL = postgres?.url ?? "";
  const sandbox = await startSandboxProcess();
  const server = await startServer({ sandbox, logFile: ".cache/attack-server.log" });
  const nginx = await startShippedNginx([server]);
  try {
    await importDraw(server, drawWith({ id: drawId, maxTickets: 50_000_000 }));
    console.log(`${options.path}, PostgreSQL: ${postgres?.note ?? "none: the embedded database"}`);
    await measure("alone", server.url, server, []);
    await measure("beside packets", server.url, server, ["packets"]);
    await measure("beside connections", server.url, server, ["connections"]);
    await measure("beside both", server.url, server, ["packets", "connections"]);
    await measure("beside both, through nginx", nginx.url, server, ["packets", "connections"]);
    await letPhonesBuy(nginx.url, server);
  } finally {
    await nginx.stop();
    await server.stop();
    await sandbox.close();
    await postgres?.stop();
  }
}

await main();
