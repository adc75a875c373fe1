import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A link to a database that takes its time; `url` leads over it. */
export type DelayedLink = { url: string; close: () => void };

/** Carries what one side says to the other after `delayMs`, in order. */
function carry(from: Socket, to: Socket, delayMs: number): void {
  from.on("data", (data) => setTimeout(() => to.write(data), delayMs));
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
  from.on("error", () => to.destroy());
}

/**
 * Stands between its callers and the PostgreSQL at `target`; each way takes so many ms. Timers are of whole
 * milliseconds: whoever measures over the link says how long a round trip took.
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
