import "server-only";

import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { ServerResponse } from "node:http";

export type CompletedResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const failure: CompletedResponse = { status: 500, headers: { "content-type": "text/html" }, body: Buffer.alloc(0) };

/**
 * Collects the answer, so that slow clients don't block rendering and the answer can be cached or replaced. A destroyed
 * response yields 500.
 */
export function bufferResponse(
  request: IncomingMessage,
  onComplete: (answer: CompletedResponse) => void,
): ServerResponse {
  return new BufferedResponse(request, onComplete);
}

function findCallback(args: readonly unknown[]): (() => void) | undefined {
  return args.find((part): part is () => void => typeof part === "function");
}

function toBuffers([chunk, encoding]: readonly unknown[]): Buffer[] {
  if (typeof chunk !== "string") return chunk instanceof Uint8Array ? [Buffer.from(chunk)] : [];
  return [Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")];
}

class BufferedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly #onComplete: (answer: CompletedResponse) => void;
  #isOver = false;

  constructor(request: IncomingMessage, onComplete: (answer: CompletedResponse) => void) {
    super(request);
    this.#onComplete = onComplete;
    // Node sets it only once a connection has taken all bytes.
    Object.defineProperty(this, "writableFinished", { get: () => this.writableEnded });
  }

  override writeHead(status: number, ...args: unknown[]): this {
    this.statusCode = status;
    const headers = args.find((part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null);
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override flushHeaders(): void {}

  override write(...args: unknown[]): boolean {
    if (!this.#isOver) this.#chunks.push(...toBuffers(args));
    process.nextTick(() => findCallback(args)?.());
    return true;
  }

  override end(...args: unknown[]): this {
    if (this.#isOver) return this;
    const callback = findCallback(args);
    if (callback) this.once("finish", callback);
    const body = Buffer.concat([...this.#chunks, ...toBuffers(args)]);
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

  #finish(answer: CompletedResponse): void {
    this.#isOver = true;
    this.#onComplete(answer);
  }
}
