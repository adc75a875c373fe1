import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Waiting = { response: ServerResponse; work: () => void };

/** On one connection and on all. A request takes 2 KB, and Node reads on even if the socket is paused. */
const mostWaiting = { connection: 500, all: 10_000 };

/** Requests that came before the answer to an earlier one of their connection was finished. */
const waiting = new WeakMap<Socket, Waiting[]>();
let allWaiting = 0;

function goOn(socket: Socket): void {
  const later = waiting.get(socket) ?? [];
  if (!socket.writable || later.length === 0) {
    waiting.delete(socket);
    allWaiting -= later.length;
    // Node forgets those whose turn has not come.
    for (const { response } of later) response.emit("close");
    return;
  }
  allWaiting -= 1;
  later.shift()?.work();
}

/**
 * Does the work of a request once all answers before it on its connection are finished. A connection that sends more in
 * advance than any client does is ended.
 */
export function answerInTurn(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const { socket } = request;
  if (socket.destroyed) return;
  const later = waiting.get(socket);
  if (later && (later.length >= mostWaiting.connection || allWaiting >= mostWaiting.all)) {
    socket.destroy();
    return;
  }
  response.once("close", () => goOn(socket));
  if (!later) {
    waiting.set(socket, []);
    work();
    return;
  }
  allWaiting += 1;
  // Each goes on in the scope of its own request, not of the one whose answer ended.
  later.push({ response, work: AsyncResource.bind(work) });
}
