import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { metricsToken, readSeries, sumSeries } from "@/tests/support/servers/metrics";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
beforeAll(async () => {
  server = await startServer({ env: { METRICS_TOKEN: metricsToken } });
});
afterAll(() => server?.stop());

/** This page is rendered per request. */
const path = "/order/none/0123456789ABCDEFGHJKMNPQRS";
const packetOf = 300;

async function sendPacket({ isClosed }: { isClosed: boolean }): Promise<string> {
  const packet = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(packetOf - 1);
  const last = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    received += part;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await new Promise((sent) => socket.write(packet + last, sent));
  if (isClosed) socket.destroy();
  else await once(socket, "close");
  return received;
}

/** Includes pages whose client has left. */
const pagesBegun = async () => sumSeries(await readSeries(server), "tirage_requests_total", { area: "page" });

describe("a packet of 300 requests", () => {
  it("costs a few pages when its connection is closed at once, and a buyer beside it buys", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const buyer = createBuyer(server);
    const token = await tokenFor(server.sandboxUrl);
    for (let times = 0; times < 5; times += 1) await sendPacket({ isClosed: true });
    const placed = await buyer.placeOrder({ instanceId: draw.id });
    expect(placed.status).toBe(201);
    expect((await buyer.pay(placed.body.order, token)).status).toBe(200);
    // Pages of a kind are rendered in order, so earlier ones are counted by now.
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    expect(await pagesBegun()).toBeLessThan(30);
  });

  it("negative control: is answered whole when its connection reads on", async () => {
    const before = await pagesBegun();
    expect((await sendPacket({ isClosed: false })).match(/HTTP\/1\.1 404/g)).toHaveLength(packetOf);
    await expect.poll(async () => (await pagesBegun()) - before).toBe(packetOf);
  });
});
