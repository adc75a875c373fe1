import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startSandbox } from "@/sandbox/start-sandbox";
import { ensureBuild } from "@/scripts/build/build-freshness.mjs";
import { waitFor } from "@/scripts/process/wait-for.mjs";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { freePort } from "@/tests/support/servers/free-port";
import type { Sandbox } from "@/tests/support/servers/server";

type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

const dockerfile = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ");
const image = mkdtempSync(join(tmpdir(), "tirage-image-"));
const adminKey = "an-admin-key-of-the-image-test";

/** The last stage of the Dockerfile makes the server's image. */
const ofServer = dockerfile.split(/^FROM .*$/m).at(-1) ?? "";

/** Simulates `npm ci --omit=dev` and the image's own removals. */
function installPackages(): void {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const removed = /npm ci --omit=dev && rm -rf (.+)$/m.exec(dockerfile)?.[1]?.split(/ +/) ?? [];
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const isRemoved = removed.some((one) => path === one || path.startsWith(`${one}/`));
    if (!path || dev || devOptional || isRemoved) continue;
    const isNested = (source: string) => source === path || !source.slice(path.length).includes("/node_modules");
    try {
      cpSync(path, join(image, path), { recursive: true, filter: isNested });
    } catch (error) {
      // The lock file also lists packages of other systems.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

function copyFiles(): void {
  for (const [, words = ""] of ofServer.matchAll(/^COPY --from=build (.+)$/gm)) {
    const [target = "", ...sources] = words.split(" ").reverse();
    for (const source of sources) {
      const path = source.replace(/^\/app\//, "");
      const to = target.endsWith("/") ? join(image, target, path) : join(image, target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(path, to, { recursive: true, filter: (file) => !file.startsWith(".next/cache") });
    }
  }
}

let sandbox: Sandbox;
let server: { url: string; adminKey: string; end: () => Promise<number | null>; output: () => string };

beforeAll(async () => {
  await ensureBuild();
  installPackages();
  copyFiles();
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  const port = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  const command = JSON.parse(/^CMD (.+)$/m.exec(ofServer)?.[1] ?? "[]") as string[];
  const child = spawn(process.execPath, command.slice(1), {
    cwd: image,
    env: {
      NODE_ENV: "production",
      TIRAGE_MODE: "demo",
      PORT: String(port),
      ADMIN_KEY: adminKey,
      DATA_DIR: join(image, "data"),
      BAMBORA_API_URL: sandboxUrl,
      BAMBORA_BOARDING_URL: sandboxUrl,
      BAMBORA_SCRIPT_URL: `${sandboxUrl}/customcheckout/1/customcheckout.js`,
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}?from=tickets@tirage.example`,
    },
  });
  let output = "";
  const keep = (text: string) => {
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  const url = `http://localhost:${port}`;
  server = { url, adminKey, end, output: () => output };
  const isReady = await waitFor(`${url}/api/ready`, { withinMs: 60_000, isGone: () => child.exitCode !== null });
  if (!isReady) throw new Error(`The image doesn't start:\n${output}`);
});

afterAll(async () => {
  await server?.end();
  await sandbox?.close();
  rmSync(image, { recursive: true, force: true });
});

describe("what the Dockerfile copies", () => {
  it("is enough to show a draw and its share card, sell, and stop when it's asked to", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    expect((await buyer.pay(order, await tokenFor(sandbox.url))).status).toBe(200);
    for (const path of [`/${draw.id}`, `/fr/${draw.id}`, `/${draw.id}/poster`, `/${draw.id}/card.png`]) {
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    }
    expect(await server.end()).toBe(0);
    expect(server.output()).not.toMatch(/"level":"error"/);
  });
});
