import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:http";
import { connect } from "node:net";

export type RawRequest = {
  method: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** The request has no Content-Length. */
  chunked?: boolean;
};

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

const socketTimeoutMs = 40_000;

export function sendRaw(url: string, { method, path, headers = {}, body, chunked }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined || chunked ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = { ...length, ...headers };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: sent, agent: false, timeout: socketTimeoutMs });
    call.once("response", (message) => readAll(message).then(resolve, reject));
    call.once("timeout", () => call.destroy(new Error(`No answer to ${method} ${path.slice(0, 100)}`)));
    call.once("error", reject);
    if (body !== undefined) call.write(body);
    call.end();
  });
}

/** Sends, then closes the sending half. Returns everything received. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes, "latin1"));
    socket.setEncoding("utf8").on("data", (part) => {
      received += part;
    });
    socket.setTimeout(socketTimeoutMs, () => socket.destroy(new Error("The server kept the connection open.")));
    socket.once("error", reject);
    socket.once("close", () => resolve(received));
  });
}

async function readAll(message: IncomingMessage): Promise<RawAnswer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return { status: message.statusCode ?? 0, headers: message.headers, text: Buffer.concat(parts).toString("utf8") };
}
