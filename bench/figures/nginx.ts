import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

import { createRead } from "@/bench/calls";
import type { Figure, Reading, Readings, Tempo } from "@/bench/figure";
import { takeTurns } from "@/bench/figure";
import { after, connections, runLoad } from "@/bench/load";
import type { Web } from "@/bench/web";
import { draws } from "@/bench/web";
import { ensureNginx, findNginx } from "@/scripts/programs/nginx.mjs";
import { startShippedNginx } from "@/tests/support/servers/shared-cache";

const wrk = "/usr/bin/wrk";
const hasWrk = existsSync(wrk);

/** Uses wrk if installed, because nginx answers faster than this process can call. */
async function callByWrk(url: string, seconds: number): Promise<Reading> {
  const load = ["-t1", `-c${connections}`, `-d${Math.ceil(seconds)}s`, "-H", "Accept-Encoding: gzip"];
  const { stdout } = await promisify(execFile)(wrk, [...load, url]);
  const value = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const failures = [...stdout.matchAll(/(Non-2xx or 3xx responses): (\d+)|(Socket errors): (?!.*connect 0, read 0)/g)];
  return {
    value,
    failures: Object.fromEntries(failures.map(([, reason, count]) => [reason ?? "socket", Number(count ?? 1)])),
  };
}

async function call(origin: string, path: string, seconds: number): Promise<Reading> {
  if (hasWrk) return callByWrk(`${origin}${path}`, seconds);
  const { perSecond, failures } = await runLoad(origin, after(seconds), (ask) => ask(createRead(path)));
  return { value: perSecond, failures };
}

/** nginx serves the English page to callers without a language. */
async function measure({ product, floor }: Web, tempo: Tempo): Promise<Readings> {
  await ensureNginx();
  if (!findNginx()) return { ours: [], floor: [], note: "no nginx" };
  const cache = await startShippedNginx([product]);
  try {
    const ours = (seconds: number) => call(cache.url, `/${draws.teams}`, seconds);
    const readings = await takeTurns(tempo, ours, (seconds) => call(floor, "/", seconds));
    return { ...readings, note: hasWrk ? "by wrk" : "no wrk: bounded by the caller" };
  } finally {
    await cache.stop();
  }
}

export const nginxFigure: Figure<Web> = {
  name: "page behind nginx / bare page without",
  unit: "/s",
  bar: { least: 5 },
  measure,
};
