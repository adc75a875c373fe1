export const firstPort = 24_000;

export const portCount = 64;

/** Documented in docs/topology.md, The parts. Lists are by node, process or member. */
export type Ports = {
  https: number;
  http: number;
  apps: readonly number[];
  database: number;
  nodes: readonly { postgres: number; rest: number; links: readonly number[] }[];
  etcd: readonly { client: number; peer: number }[];
  gateway: number;
  smtp: number;
};

export function portsFrom(first: number): Ports {
  const node = (at: number) => ({
    postgres: first + 30 + at,
    rest: first + 32 + at,
    links: [0, 1, 2].map((member) => first + 50 + 3 * at + member),
  });
  const member = (at: number) => ({ client: first + 40 + at, peer: first + 43 + at });
  return {
    https: first,
    http: first + 1,
    apps: [first + 10, first + 11],
    database: first + 20,
    nodes: [0, 1].map(node),
    etcd: [0, 1, 2].map(member),
    gateway: first + 60,
    smtp: first + 63,
  };
}
