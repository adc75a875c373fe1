import { readFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";

import type { Nginx } from "./nginx";
import { startNginx } from "./nginx";
import type { Server } from "./server";

/** A cache that all visitors share. */
export type SharedCache = Nginx;

/** `cache` is the shared cache's verdict: MISS, HIT, STALE, ... */
export type RawAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  cache: string | undefined;
};

/** Sends exactly these headers, including `host`. Follows no redirects. */
export function ask(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> {
  return new Promise((answered, failed) => {
    const call = request(url, { headers, method, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      response.once("end", () => {
        const cache = response.headers["x-cache-status"] as string | undefined;
        answered({ status: response.statusCode ?? 0, headers: response.headers, body, cache });
      });
    });
    call.once("error", failed).end();
  });
}

/** Without `heedsVary`, it caches one answer per URL. */
export function startSharedCache(server: Server, { heedsVary }: { heedsVary: boolean }): Promise<SharedCache> {
  // Caches answers without a lifetime for an hour, as the boldest shared caches do.
  return startNginx(
    ({ folder, port }) => `
    access_log off;
    proxy_cache_path ${folder}/cache keys_zone=pages:1m;
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://127.0.0.1:${server.port};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_cache pages;
        proxy_cache_key $scheme$http_host$request_uri;
        proxy_cache_valid any 1h;
        proxy_cache_use_stale updating;
        proxy_cache_background_update on;
        ${heedsVary ? "" : "proxy_ignore_headers Vary;"}
        add_header X-Cache-Status $upstream_cache_status always;
      }
    }`,
  );
}

/** The repository's files (docs/operations.md, nginx), edited by `change`. */
async function readShipped(change: (file: string) => string): Promise<{ http: string; server: string }> {
  const [http = "", server = ""] = await Promise.all(
    ["http", "server"].map(async (name) => change(await readFile(`deploy/nginx/${name}.conf`, "utf8"))),
  );
  return { http, server };
}

/** For negative controls, `change` removes something from the shipped files. */
export async function startShippedNginx(
  servers: readonly Pick<Server, "port">[],
  change: (file: string) => string = (file) => file,
): Promise<SharedCache> {
  const files = await readShipped(change);
  return startNginx(
    ({ folder, port }) => `
    access_log off;
    ${files.http.replace("/var/cache/nginx/tirage", `${folder}/cache`)}
    upstream tirage {
      ${servers.map((server) => `server 127.0.0.1:${server.port};`).join(" ")}
      keepalive 32;
    }
    server {
      listen 127.0.0.1:${port};
      add_header X-Cache-Status $upstream_cache_status always;
      ${files.server}
    }`,
  );
}

/** Answers with the values of variables in the shipped files. */
export async function startShippedMaps(
  words: string,
  change: (file: string) => string = (file) => file,
): Promise<Nginx> {
  const { http } = await readShipped(change);
  return startNginx(
    ({ folder, port }) => `
    access_log off;
    ${http.replace("/var/cache/nginx/tirage", `${folder}/cache`)}
    server { listen 127.0.0.1:${port}; location / { return 200 "${words}"; } }`,
  );
}
