import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "@/scripts/process/wait-for.mjs";
import { findNginx } from "@/scripts/programs/nginx.mjs";

import { freePort } from "./free-port";

export type Nginx = { url: string; stop: () => Promise<void> };

export type NginxPlace = { folder: string; port: number };

/** `npm test` installs nginx where it can. */
export const hasNginx = findNginx() !== undefined;

/** `http` returns the http block, in which `/api/health` must answer. */
export async function startNginx(http: (place: NginxPlace) => string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "tirage-nginx-"));
  const place = { folder, port: await freePort() };
  const url = `http://127.0.0.1:${place.port}`;
  await writeFile(join(folder, "nginx.conf"), createConfiguration(place, http(place)));
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

function createConfiguration({ folder }: NginxPlace, http: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log stderr warn;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
      ${http}
    }`;
}
