import "server-only";

import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** An answer that was made and not sent; names of headers in lower case. */
export type HeldAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** Sends an answer in place of the original one, and drops all of its headers. */
export type SendInstead = (status: number, headers: OutgoingHttpHeaders, body: Uint8Array | null) => void;

type Ended = Parameters<ServerResponse["end"]>;

function callbackIn(given: readonly unknown[]): (() => void) | undefined {
  return given.find((part): part is () => void => typeof part === "function");
}

function bytesOf([chunk, encoding]: readonly unknown[]): Buffer[] {
  if (typeof chunk !== "string") return chunk instanceof Uint8Array ? [Buffer.from(chunk)] : [];
  return [Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")];
}

/** Sets the headers that a head is written with, so that the response has all of them. */
function noteHead(response: ServerResponse, status: number, given: readonly unknown[]): void {
  response.statusCode = status;
  const headers = given.find((part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null);
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) response.setHeader(name, value);
}

/**
 * Holds what is written to a response until its end. Then `decide` sends something else and returns true, or the answer
 * goes out unchanged. A slow client holds up nobody. Must be called before anything else wraps the response.
 */
export function holdAnswer(
  response: ServerResponse,
  decide: (held: HeldAnswer, sendInstead: SendInstead) => boolean,
): void {
  const { writeHead, end } = response;
  const chunks: Buffer[] = [];
  let isOver = false;

  const send: SendInstead = (status, headers, body) => {
    // That a connection ends with this answer is not Next's to say.
    for (const name of response.getHeaderNames()) if (name !== "connection") response.removeHeader(name);
    writeHead.call(response, status, headers);
    end.call(response, body, "utf8");
  };
  response.writeHead = ((status: number, ...given: unknown[]) => {
    noteHead(response, status, given);
    return response;
  }) as typeof writeHead;
  response.flushHeaders = () => undefined;
  response.write = ((...given: unknown[]) => {
    chunks.push(...bytesOf(given));
    process.nextTick(() => callbackIn(given)?.());
    return true;
  }) as typeof response.write;

  response.end = ((...given: Ended) => {
    if (isOver) return response;
    isOver = true;
    const callback = callbackIn(given);
    if (callback) response.once("finish", callback);
    const body = Buffer.concat([...chunks, ...bytesOf(given)]);
    const { statusCode: status } = response;
    if (decide({ status, headers: { ...response.getHeaders() }, body }, send)) return response;
    writeHead.call(response, status);
    return end.call(response, body, "utf8");
  }) as typeof end;
}
