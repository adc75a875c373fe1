import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { waitFor } from "@/scripts/process/wait-for.mjs";

import { scope } from "./patroni-config";
import type { Place } from "./place";
import type { Program } from "./program";
import { startProgram } from "./program";

const local = (port: number) => `http://127.0.0.1:${port}`;

/** There are three members, so that one may be missing. */
export function etcdOptions(place: Pick<Place, "folder" | "ports">, at: number): string[] {
  const { etcd } = place.ports;
  const own = etcd[at] ?? { client: 0, peer: 0 };
  const options = {
    name: `etcd-${at + 1}`,
    "data-dir": join(place.folder, "etcd", String(at + 1)),
    "listen-client-urls": local(own.client),
    "advertise-client-urls": local(own.client),
    "listen-peer-urls": local(own.peer),
    "initial-advertise-peer-urls": local(own.peer),
    "initial-cluster": etcd.map(({ peer }, member) => `etcd-${member + 1}=${local(peer)}`).join(","),
    "initial-cluster-state": "new",
    // All three members share one disk.
    "heartbeat-interval": "300",
    "election-timeout": "3000",
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

function startMember(place: Place, at: number): Program {
  return startProgram(place, { name: `etcd-${at + 1}`, command: "etcd", args: etcdOptions(place, at) });
}

export async function startEtcd(place: Place): Promise<Program[]> {
  await mkdir(join(place.folder, "etcd"), { mode: 0o700 });
  const members = place.ports.etcd.map((_ports, at) => startMember(place, at));
  for (const [at, { client }] of place.ports.etcd.entries()) {
    const isGone = () => !members[at]?.isRunning();
    if (!(await waitFor(`${local(client)}/health`, { withinMs: 300_000, isGone })))
      throw new Error(`etcd-${at + 1} doesn't start.`);
  }
  return members;
}

export async function lockHolder({ ports }: Pick<Place, "ports">): Promise<string | null> {
  const key = Buffer.from(`/service/${scope}/leader`).toString("base64");
  const answer = await fetch(`${local(ports.etcd[0]?.client ?? 0)}/v3/kv/range`, {
    method: "POST",
    body: JSON.stringify({ key }),
    signal: AbortSignal.timeout(3000),
  });
  const { kvs = [] } = (await answer.json()) as { kvs?: { value: string }[] };
  return kvs[0] ? Buffer.from(kvs[0].value, "base64").toString() : null;
}
