import { setTimeout as wait } from "node:timers/promises";

import { findPrimary, waitUntilHealthy } from "./patroni";
import type { Program } from "./program";
import type { Step, Topology } from "./topology";

/** Longer than `ttl` in patroni-config.ts. */
const silentMs = 45_000;

async function silence({ place, nodes }: Topology, programs: readonly Program[]): Promise<string> {
  const before = await findPrimary(place, nodes);
  for (const program of programs) program.signal("SIGSTOP");
  try {
    await wait(silentMs);
  } finally {
    for (const program of programs) program.signal("SIGCONT");
  }
  await waitUntilHealthy(place);
  const after = await findPrimary(place, nodes);
  return before === after ? `${after.name} stays the primary` : `${after.name} took over`;
}

export const loseEtcdMember: Step = {
  name: "lose-etcd-member",
  title: "SIGSTOP one of the three members of etcd for 45 s",
  run: (topology) => silence(topology, topology.etcd.slice(0, 1)),
};

/** The standby and the primary still reach each other. */
export const cutEtcd: Step = {
  name: "cut-etcd",
  title: "cut the primary's node off all of etcd for 45 s",
  run: async (topology) => {
    const { at } = await findPrimary(topology.place, topology.nodes);
    return silence(topology, topology.links.slice(at, at + 1));
  },
};

export const loseEtcd: Step = {
  name: "lose-etcd",
  title: "SIGSTOP all members of etcd for 45 s",
  run: (topology) => silence(topology, topology.etcd),
};
