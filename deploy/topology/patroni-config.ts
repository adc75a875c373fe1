import { join } from "node:path";

import { stringify } from "yaml";

import type { Place } from "./place";

export const scope = "tirage";

export const postgresPrograms = "/usr/lib/postgresql/15/bin";

const local = (port: number) => `127.0.0.1:${port}`;

/** Settings of the whole cluster. Patroni writes them into etcd when the first node starts. */
const cluster = {
  // In seconds. A lost primary is replaced after this time at the latest.
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  // Only a standby with every acknowledged commit is promoted. Without a standby, the primary goes on alone.
  synchronous_mode: true,
  // A primary that loses etcd goes on while all other nodes answer it.
  failsafe_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: { max_connections: 100, synchronous_commit: "on", fsync: "on", full_page_writes: "on" },
  },
};

export function patroniConfig({ folder, ports, secrets }: Pick<Place, "folder" | "ports" | "secrets">, at: number) {
  const { postgres, rest, links } = ports.nodes[at] ?? { postgres: 0, rest: 0, links: [] };
  const own = join(folder, `node-${at + 1}`);
  return stringify({
    scope,
    name: `node-${at + 1}`,
    restapi: { listen: local(rest), connect_address: local(rest) },
    // etcd's own addresses would bypass the links.
    etcd3: { hosts: links.map(local), use_proxies: true },
    bootstrap: { dcs: cluster, initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"] },
    postgresql: {
      listen: local(postgres),
      connect_address: local(postgres),
      data_dir: join(own, "data"),
      bin_dir: postgresPrograms,
      pgpass: join(own, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: secrets.superuser },
        replication: { username: "replicator", password: secrets.replication },
      },
      // Copies a new node at once instead of after the next checkpoint.
      basebackup: [{ checkpoint: "fast" }],
      parameters: { unix_socket_directories: own },
      pg_hba: [
        "local all postgres scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
        "host all all 127.0.0.1/32 scram-sha-256",
      ],
    },
  });
}
