import "server-only";

import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { ServerResponse } from "node:http";

/** Header names are in lower case. */
export type HeldAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** The response was destroyed. */
const failure: HeldAnswer = { status: 500, headers: { "content-type": "text/html" }, body: Buffer.alloc(0) };

function callbackIn(given: readonly unknown[]): (() => void) | undefined {
  return given.find((part): part is () => void => typeof part === "function");
}

function bytesOf([chunk, encoding]: readonly unknown[]): Buffer[] {
  if (typeof chunk !== "string") return chunk instanceof Uint8Array ? [Buffer.from(chunk)] : [];
  return [Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")];
}

class HeldResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly #done: (held: HeldAnswer) => void;
  #isOver = false;

  constructor(request: IncomingMessage, done: (held: HeldAnswer) => void) {
    super(request);
    this.#done = done;
    // Node sets it only when a connection has taken all bytes.
    Object.defineProperty(this, "writableFinished", { get: () => this.writableEnded });
  }

  override writeHead(status: number, ...given: unknown[]): this {
    this.statusCode = status;
    const headers = given.find((part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null);
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override flushHeaders(): void {}

  override write(...given: unknown[]): boolean {
    if (!this.#isOver) this.#chunks.push(...bytesOf(given));
    process.nextTick(() => callbackIn(given)?.());
    return true;
  }

  override end(...given: unknown[]): this {
    if (this.#isOver) return this;
    const callback = callbackIn(given);
    if (callback) this.once("finish", callback);
    const body = Buffer.concat([...this.#chunks, ...bytesOf(given)]);
    (this as { finished: boolean }).finished = true;
    this.#finish({ status: this.statusCode, headers: { ...this.getHeaders() }, body });
    process.nextTick(() => {
      this.emit("finish");
      super.destroy();
    });
    return this;
  }

  override destroy(error?: Error): this {
    if (!this.#isOver) this.#finish(failure);
    return super.destroy(error);
  }

  #finish(held: HeldAnswer): void {
    this.#isOver = true;
    this.#done(held);
  }
}

/**
 * Buffers a response in memory: a slow client then blocks nobody, and the answer can be cached or replaced. Destroying
 * it yields a 500.
 */
export function holdAnswer(request: IncomingMessage, done: (held: HeldAnswer) => void): ServerResponse {
  return new HeldResponse(request, done);
}
