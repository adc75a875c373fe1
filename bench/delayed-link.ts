import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

export type DelayedLink = { url: string; close: () => void };

/**
 * Delays PostgreSQL at `target` by so many ms each way. Timers have whole milliseconds, so callers must measure the
 * real round trip.
 */
export async function openDelayedLink(target: string, [there, back]: [number, number]): Promise<DelayedLink> {
  const [url, own] = [new URL(target), new URL(target)];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(url.port || 5432), host: url.hostname, noDelay: true });
    for (const socket of [client, database]) sockets.add(socket.once("close", () => sockets.delete(socket)));
    carry(client, database, there);
    carry(database, client, back);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as AddressInfo).port);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: own.toString(), close };
}

function carry(from: Socket, to: Socket, delayMs: number): void {
  from.on("data", (data) => setTimeout(() => to.write(data), delayMs));
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
  from.on("error", () => to.destroy());
}
