import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "@/scripts/process/wait-for.mjs";
import { findPrometheus } from "@/scripts/programs/prometheus.mjs";

import { freePort } from "./free-port";
import { metricsToken } from "./metrics";
import type { Server } from "./server";

export type Prometheus = { ask: <Data>(path: string) => Promise<Data>; stop: () => Promise<void> };

/** `npm test` installs Prometheus where it can. */
export const hasPrometheus = findPrometheus("prometheus") !== undefined && findPrometheus("promtool") !== undefined;

export async function startPrometheus(servers: readonly Server[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "tirage-prometheus-"));
  await writeFiles(folder, servers);
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=${new URL(url).host}`,
  ];
  const child = spawn(findPrometheus("prometheus") ?? "prometheus", options, { stdio: ["ignore", "ignore", "pipe"] });
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
  const ask = async <Data>(path: string): Promise<Data> => {
    const answer = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { data: Data; error?: string };
    if (error) throw new Error(`${path}: ${error}`);
    return data;
  };
  if (await waitFor(`${url}/-/ready`, { withinMs: 30_000, isGone: () => child.exitCode !== null }))
    return { ask, stop };
  await stop();
  throw new Error(`Prometheus does not answer: ${complaints}`);
}

/** The shipped files, with all times cut to a second. */
async function writeFiles(folder: string, servers: readonly Server[]): Promise<void> {
  const [shipped, rules] = await Promise.all(
    ["prometheus", "rules"].map((name) => readFile(`deploy/prometheus/${name}.yml`, "utf8")),
  );
  const targets = servers.map(({ port }) => `          - 127.0.0.1:${port}\n`).join("");
  const configuration = (shipped ?? "")
    .replace(/(scrape_interval|evaluation_interval|scrape_timeout): \S+/g, "$1: 1s")
    .replace("/etc/prometheus/tirage-token", join(folder, "token"))
    .replace(/(- targets:\n)(?: +- .+\n)+/, `$1${targets}`);
  await writeFile(join(folder, "token"), `${metricsToken}\n`);
  await writeFile(join(folder, "prometheus.yml"), configuration);
  await writeFile(join(folder, "rules.yml"), (rules ?? "").replace(/for: \S+/g, "for: 1s"));
}
