import { join } from "node:path";

import type { Place } from "./place";

type Change = readonly [from: string, to: string];

/** Throws if the file doesn't contain the text to be changed. */
export function changeShipped(text: string, changes: readonly Change[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The shipped file has no "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

const at = (port: number) => `127.0.0.1:${port}`;

/** Changes only names, ports and paths of `deploy/compose/nginx.conf`. */
export function nginxChanges({ folder, logs, ports }: Pick<Place, "folder" | "logs" | "ports">): Change[] {
  const own = join(folder, "nginx");
  const [first = 0, second = 0] = ports.apps;
  return [
    ["pid /run/nginx.pid", `pid ${own}/nginx.pid`],
    ["/etc/tirage/nginx", own],
    ["/etc/tirage/tls", own],
    ["access_log /dev/stdout", `access_log ${join(logs, "access.log")}`],
    ["server 172.29.77.11:3000", `server ${at(first)}`],
    ["server 172.29.77.12:3000", `server ${at(second)}`],
    ["listen 80 ", `listen ${at(ports.http)} `],
    ["listen 443 ", `listen ${at(ports.https)} `],
    ["https://tickets.example.ca", `https://localhost:${ports.https}`],
    ["server_name tickets.example.ca", "server_name localhost"],
  ];
}

/** Changes the cache path of `deploy/nginx/http.conf`. */
export function cacheChanges({ folder }: Pick<Place, "folder">): Change[] {
  return [["/var/cache/nginx/tirage", join(folder, "nginx", "cache")]];
}
