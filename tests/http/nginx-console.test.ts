import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Nginx } from "@/tests/support/servers/nginx";
import { hasNginx } from "@/tests/support/servers/nginx";
import { ask, startShippedNginx } from "@/tests/support/servers/shared-cache";

/** Answers every request, so that only nginx decides. */
const upstream = createServer((_request, response) => response.end("here"));

const ofAdmins = [
  ...["/console", "/fr/console", "/en/console", "/console/", "/console/orders/gala/ABCDEFGHJK", "/fr/console/people"],
  ...["/api/admin/me", "/api/admin/orders/list?state=all", "/api/admin", "/api/bambora/onboardMerchant"],
  ...["//console", "/%63onsole", "/x/../api/admin/me", "/api//admin/me", "/api/%61dmin/me"],
];

const ofAll = ["/", "/gala", "/fr/gala", "/consoles", "/api/orders", "/api/administration", "/terminal", "/hashtest"];

describe.skipIf(!hasNginx)("the console behind the shipped nginx", () => {
  let folder = "";
  let nginx: Nginx;

  beforeAll(async () => {
    await new Promise<void>((listening) => upstream.listen(0, "127.0.0.1", listening));
    folder = await mkdtemp(join(tmpdir(), "tirage-networks-"));
  });
  afterAll(async () => {
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function statusesWith(lines: string | null, paths: readonly string[]): Promise<number[]> {
    const file = join(folder, "tirage-console.conf");
    await (lines === null ? rm(file, { force: true }) : writeFile(file, lines));
    const { port } = upstream.address() as AddressInfo;
    nginx = await startShippedNginx([{ port }], (text) =>
      text.replaceAll("include tirage", `include ${folder}/tirage`),
    );
    try {
      return await Promise.all(paths.map(async (path) => (await ask(`${nginx.url}${path}`)).status));
    } finally {
      await nginx.stop();
    }
  }

  const all = (status: number, paths: readonly string[]) => paths.map(() => status);

  it("is kept to the networks that a file allows, however its addresses are written", async () => {
    expect(await statusesWith("allow 192.0.2.0/24; deny all;", [...ofAdmins, ...ofAll])).toEqual([
      ...all(403, ofAdmins),
      ...all(200, ofAll),
    ]);
    expect(await statusesWith("allow 127.0.0.0/8; deny all;", ofAdmins)).toEqual(all(200, ofAdmins));
  });

  it("is for all without that file", async () => {
    expect(await statusesWith(null, [...ofAdmins, ...ofAll])).toEqual(all(200, [...ofAdmins, ...ofAll]));
  });
});
