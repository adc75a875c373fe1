import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runCommand } from "@/scripts/process/child-process.mjs";

import { confirmsCommits } from "./database";
import { patroniConfig, scope } from "./patroni-config";
import type { Place } from "./place";
import type { Program } from "./program";
import { commandAs, startProgram } from "./program";
import { until } from "./until";

export type Node = { name: string; at: number; config: string; data: string; patroni: Program };

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

const user = "postgres";

export function restartNode(place: Place, node: Node): void {
  node.patroni = startNode(place, node.at, node.config);
}

/** Waits for a primary whose synchronous standby has caught up, according to both Patroni and the primary. */
export async function waitUntilHealthy(place: Place, withinMs = 900_000): Promise<void> {
  await until(
    async () => isHealthy(await askMembers(place)) && (await confirmsCommits(place)),
    (whole) => whole,
    { what: "a primary with a synchronous standby", withinMs },
  );
}

/** False while Patroni doesn't answer. */
export async function isPrimary({ ports }: Place, { at }: Node): Promise<boolean> {
  const url = `http://127.0.0.1:${ports.nodes[at]?.rest}/patroni`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null);
  const { role } = (await answer?.json().catch(() => null)) ?? { role: "" };
  return ["master", "primary"].includes(role);
}

export async function describePair(place: Place): Promise<string> {
  const members = (await askMembers(place)).map(
    ({ name, role, state, timeline }) => `${name} ${role}, ${state}, timeline ${timeline}`,
  );
  return members.length === 0 ? "no node answers" : members.join("; ");
}

export async function waitForOtherPrimary(place: Place, node: Node): Promise<void> {
  const isOther = ({ name, role, state }: Member) => role === "leader" && state === "running" && name !== node.name;
  await until(
    () => askMembers(place),
    (members) => members.some(isOther),
    {
      what: `another primary than ${node.name}`,
      withinMs: 600_000,
    },
  );
}

/** Starts the second node as soon as the first is the primary. */
export async function startNodes(place: Place): Promise<Node[]> {
  const first = await openNode(place, 0);
  await until(
    () => askMembers(place),
    (members) => members.some(({ role }) => role === "leader"),
    {
      what: "the first primary",
      withinMs: 900_000,
    },
  );
  const second = await openNode(place, 1);
  await waitUntilHealthy(place);
  return [first, second];
}

export async function findPrimary(place: Place, nodes: readonly Node[]): Promise<Node> {
  const leader = (await askMembers(place)).find(({ role }) => role === "leader");
  const node = nodes.find(({ name }) => name === leader?.name);
  if (!node) throw new Error("No node is the primary.");
  return node;
}

/** Throws the output if the command fails. */
export async function patronictl(node: Node, ...args: string[]): Promise<void> {
  const [file, line] = commandAs(user, "patronictl", ["-c", node.config, ...args]);
  const [verb = ""] = args;
  const { code, output } = await runCommand(file, line, { withinMs: 300_000 });
  // `patronictl` also exits with 0 if a switchover is refused.
  if (code !== 0 || /\bfailed\b(?! over)/i.test(output))
    throw new Error(`patronictl ${verb} ${scope} failed:\n${output}`);
}

/** Kills it as a power cut would. */
export async function killNode({ data, patroni }: Node): Promise<void> {
  const pid = await findPostmaster(data);
  const ended = patroni.kill();
  if (pid) process.kill(pid, "SIGKILL");
  await ended;
}

export async function signalNode({ data, patroni }: Node, signal: NodeJS.Signals): Promise<void> {
  const pid = await findPostmaster(data);
  const children = pid ? (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ") : [];
  patroni.signal(signal);
  for (const one of [pid, ...children.map(Number)]) if (one) process.kill(one, signal);
}

/** Ends a PostgreSQL whose Patroni is gone. */
export async function killLeftoverPostgres(folder: string, at: number): Promise<void> {
  const pid = await findPostmaster(join(folder, `node-${at + 1}`, "data"));
  if (pid) process.kill(pid, "SIGKILL");
}

function startNode(place: Place, at: number, config: string): Program {
  return startProgram(place, { name: `patroni-${at + 1}`, command: "patroni", args: [config], user });
}

async function openNode(place: Place, at: number): Promise<Node> {
  const name = `node-${at + 1}`;
  const folder = join(place.folder, name);
  await mkdir(folder, { mode: 0o700 });
  const config = join(folder, "patroni.yml");
  await writeFile(config, patroniConfig(place, at), { mode: 0o600 });
  if (process.getuid?.() === 0) await runCommand("chown", ["-R", `${user}:`, folder]);
  return { name, at, config, data: join(folder, "data"), patroni: startNode(place, at, config) };
}

async function askMembers(place: Place): Promise<Member[]> {
  for (const { rest } of place.ports.nodes) {
    const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(3000) }).catch(
      () => null,
    );
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

function isHealthy(members: readonly Member[]): boolean {
  const isStandby = ({ role, state, lag }: Member) =>
    role === "sync_standby" && ["running", "streaming"].includes(state) && lag === 0;
  return members.some(({ role, state }) => role === "leader" && state === "running") && members.some(isStandby);
}

async function findPostmaster(data: string): Promise<number | null> {
  const [pid] = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  if (!pid) return null;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  // A killed server leaves its pid file, and its pid may belong to another process by now.
  return command.includes(data) ? Number(pid) : null;
}
