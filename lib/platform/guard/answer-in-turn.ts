import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Waiting = { response: ServerResponse; work: () => void };

/** A request takes 2 KB, and Node reads on even if the socket is paused. */
const mostWaiting = { connection: 500, all: 10_000 };

/** Pipelined requests whose predecessor isn't answered yet. */
const waiting = new WeakMap<Socket, Waiting[]>();
let allWaiting = 0;

function goOn(socket: Socket): void {
  const later = waiting.get(socket) ?? [];
  if (!socket.writable || later.length === 0) {
    waiting.delete(socket);
    allWaiting -= later.length;
    // Node emits no `close` for responses that were never started.
    for (const { response } of later) response.emit("close");
    return;
  }
  allWaiting -= 1;
  later.shift()?.work();
}

/** Answers the pipelined requests of a connection one after another, and closes a connection that sends too many. */
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
  // In the async scope of this request, not of the one whose answer ended.
  later.push({ response, work: AsyncResource.bind(work) });
}
