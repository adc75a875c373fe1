import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findNginx } from "@/scripts/parts/nginx.mjs";
import { waitFor } from "@/scripts/parts/wait-for.mjs";

import { freePort } from "./free-port";
import type { Server } from "./server";

/** An nginx in front of a server, with a cache shared by all visitors. */
export type SharedCache = { url: string; stop: () => Promise<void> };

/** An answer as it came over the wire; `cache` is what the shared cache says: MISS, HIT, STALE, ... */
export type RawAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  cache: string | undefined;
};

/** True where an nginx is installed (`npm test` does so where it can). */
export const hasNginx = findNginx() !== undefined;

/** One request with exactly these headers, `host` among them, and no redirect followed. */
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

/** An answer that names no lifetime is kept for an hour, as the boldest shared caches do. */
function configurationOf(folder: string, port: number, server: Server, heedsVary: boolean): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log stderr warn;
    events { worker_connections 256; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
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
      }
    }`;
}

/** Puts a shared cache in front of a server; one that does not heed `Vary` keeps one answer per address. */
export async function startSharedCache(server: Server, { heedsVary }: { heedsVary: boolean }): Promise<SharedCache> {
  const folder = await mkdtemp(join(tmpdir(), "tirage-nginx-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, "nginx.conf"), configurationOf(folder, port, server, heedsVary));
  const started = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf"), "-g", "daemon off;"];
  const child = spawn(findNginx() ?? "nginx", started, { stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (await waitFor(`${url}/api/health`, { withinMs: 20_000, isGone: () => child.exitCode !== null })) {
    return { url, stop };
  }
  await stop();
  throw new Error(`nginx does not answer: ${complaints}`);
}
