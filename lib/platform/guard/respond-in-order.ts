import "server-only";

import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type QueuedRequest = { response: ServerResponse; work: () => void };

/** Waiting requests. Each takes 2 KB, and Node reads further ones even if the socket is paused. */
const maxWaiting = { connection: 500, all: 10_000 };

const queues = new WeakMap<Socket, QueuedRequest[]>();
let totalWaiting = 0;

/** Answers pipelined requests in order. A connection that sends too many is closed. */
export function respondInOrder(request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const { socket } = request;
  if (socket.destroyed) return;
  const queue = queues.get(socket);
  if (queue && (queue.length >= maxWaiting.connection || totalWaiting >= maxWaiting.all)) {
    socket.destroy();
    return;
  }
  response.once("close", () => respondNext(socket));
  if (!queue) {
    queues.set(socket, []);
    work();
    return;
  }
  totalWaiting += 1;
  // Keeps the async context of its own request, not of the one whose answer ended.
  queue.push({ response, work: AsyncResource.bind(work) });
}

function respondNext(socket: Socket): void {
  const queue = queues.get(socket) ?? [];
  if (!socket.writable || queue.length === 0) {
    queues.delete(socket);
    totalWaiting -= queue.length;
    // Node emits no `close` for responses that weren't started.
    for (const { response } of queue) response.emit("close");
    return;
  }
  totalWaiting -= 1;
  queue.shift()?.work();
}
