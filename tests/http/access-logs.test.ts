import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { hasNginx, startNginx } from "@/tests/support/servers/nginx";

const orderId = "0123456789ABCDEFGHJKMNPQRS";

const secretUrls = [
  `/order/demo5050/${orderId}`,
  `/fr/order/demo5050/${orderId}`,
  `/order/${"d".repeat(26)}/${orderId}?from=mail`,
  `/order/demo5050/%30${orderId.slice(1)}`,
  `/demo5050/preview/${orderId}`,
  `/fr/${"d".repeat(26)}/preview/${orderId}/poster`,
  `/api/orders/demo5050/${orderId}/extend`,
  `/api/terminal/orders/demo5050/${orderId}`,
  `/api/admin/orders/demo5050/${orderId}/refund`,
  `/success?instanceId=demo5050&orderId=${orderId}`,
  `/fr/terminal/success?instanceId=demo5050&orderId=${orderId}`,
  `/terminal/order-details?orderId=${orderId}`,
  "/api/terminal/orders?instanceId=demo5050&q=rosalie%40example.test",
];

/** The nginx log in the documented format. */
async function logOf(paths: string[]): Promise<string> {
  const guide = await readFile("docs/access-logs.md", "utf8");
  const example = /```nginx\n([^`]*)```/.exec(guide)?.[1] ?? "";
  let log = "";
  const nginx = await startNginx(({ folder, port }) => {
    log = join(folder, "access.log");
    return `${example.replace("/var/log/nginx/tirage.log", log)}
      server { listen 127.0.0.1:${port}; location / { return 200 "{}"; } }`;
  });
  const headers = { referer: `${nginx.url}/success?orderId=${orderId}`, cookie: "secret=credential" };
  for (const path of paths) await fetch(`${nginx.url}${path}`, { headers });
  const isWritten = async () => (await readFile(log, "utf8")).trim().split("\n").length > paths.length;
  await expect.poll(isWritten).toBe(true);
  const written = await readFile(log, "utf8");
  await nginx.stop();
  return written;
}

describe.skipIf(!hasNginx)("the access log in the documentation", () => {
  it("logs every call, without any order's URL, search, referrer or credential", async () => {
    const written = await logOf(["/demo5050?utm=x", ...secretUrls]);
    expect(written).toContain('"GET /demo5050" 200');
    expect(written).toContain('"GET /order/demo5050/-" 200');
    expect(written).toContain('"GET /api/orders/demo5050/-/extend" 200');
    for (const secret of [orderId, orderId.slice(1), "?", "rosalie", "credential"]) {
      expect(written).not.toContain(secret);
    }
  });
});
