import "server-only";

import { isUnavailable } from "@/lib/platform/db/errors";
import { inLogScope, logFailure } from "@/lib/platform/server/log";

import type { RefusalReason } from "./reasons";

/** Last line of an answer that could not be completed. */
export type FailedLine = { kind: "failed"; reason: RefusalReason; requestId: string };

/**
 * Text that is gathered before it is sent, in characters, and for how long at most, in ms: a reader wants to see how
 * far it is.
 */
const chunkSize = 32 * 1024;
const chunkMs = 1000;

function failedLine(requestId: string, error: unknown): FailedLine {
  // Runs when the answer is read, outside of its request.
  inLogScope({ requestId }, () => logFailure("A request failed after its answer had begun.", error));
  return { kind: "failed", reason: isUnavailable(error) ? "service-unavailable" : "internal-error", requestId };
}

async function* writeChunks(requestId: string, records: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = "";
  let sentMs = performance.now();
  try {
    for await (const record of records) {
      text += `${JSON.stringify(record)}\n`;
      if (text.length < chunkSize && performance.now() - sentMs < chunkMs) continue;
      yield text;
      text = "";
      sentMs = performance.now();
    }
  } catch (error) {
    text += `${JSON.stringify(failedLine(requestId, error))}\n`;
  }
  if (text) yield text;
}

/**
 * Answers with one JSON document a line (NDJSON), made as the client reads it: a slow client makes its source wait, and
 * one that goes away ends it. The status was sent when something fails half-way, so the last line says so:
 * `FailedLine`.
 */
export function respondLines(requestId: string, records: AsyncIterable<unknown>): Response {
  const chunks = writeChunks(requestId, records);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  const headers = { "Content-Type": "application/x-ndjson; charset=utf-8", "Cache-Control": "private, no-store" };
  return new Response(body, { headers: { ...headers, "X-Request-Id": requestId } });
}
