import { join } from "node:path";

import type { Place } from "./place";

const local = (port: number) => `127.0.0.1:${port}`;

const defaults = `
defaults
  mode tcp
  timeout connect 3s
  timeout check 3s
  timeout client 30m
  timeout server 30m
`;

/** Leads to the node that is the primary by its Patroni, and closes connections to a node that no longer is. */
export function databaseProxyConfig({ folder, ports }: Pick<Place, "folder" | "ports">): string {
  const servers = ports.nodes.map(
    ({ postgres, rest }, at) => `  server node-${at + 1} ${local(postgres)} check port ${rest}`,
  );
  return `global
  maxconn 500
  stats socket ${join(folder, "haproxy", "database.sock")} mode 600
${defaults}
listen database
  bind ${local(ports.database)}
  option redispatch
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

/** A proxy between one node and each member of etcd, which can be silenced for this node alone. */
export function linkConfig({ ports }: Pick<Place, "ports">, at: number): string {
  const ways = ports.etcd.map(
    ({ client }, member) => `
listen etcd-${member + 1}
  bind ${local(ports.nodes[at]?.links[member] ?? 0)}
  server etcd-${member + 1} ${local(client)}`,
  );
  return `global
  maxconn 500
${defaults}${ways.join("\n")}
`;
}
