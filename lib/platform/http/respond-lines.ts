import "server-only";

import { isUnavailable } from "@/lib/platform/db/errors";
import { inLogScope, logFailure } from "@/lib/platform/server/log";

import type { RefusalReason } from "./reasons";

export type FailedLine = { kind: "failed"; reason: RefusalReason; requestId: string };

/** A chunk is sent after this many characters, or this many ms. */
const chunkSize = 32 * 1024;
const chunkMs = 1000;

/** One line of JSON per record (NDJSON). */
export function respondLines(requestId: string, records: AsyncIterable<unknown>): Response {
  const headers = { "Content-Type": "application/x-ndjson; charset=utf-8" };
  return respondChunks(requestId, writeChunks(requestId, records), headers);
}

/** If the file fails halfway, the connection breaks, because its content can't report an error. */
export function respondDownload(requestId: string, { download, type, name }: Download): Response {
  const headers = { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
  return respondChunks(requestId, logFailures(requestId, download), headers);
}

/** If the reader disconnects, the next report throws and ends the work. */
export async function* streamRecords<Report, Result>(
  work: (report: (one: Report) => void) => Promise<Result>,
): AsyncGenerator<Report | Result> {
  const pending: Report[] = [];
  let wake = () => {};
  let [isDone, isDisconnected] = [false, false];
  const result = work((one) => {
    if (isDisconnected) throw new ReaderDisconnected();
    pending.push(one);
    wake();
  });
  const end = () => {
    isDone = true;
    wake();
  };
  result.then(end, end);
  try {
    while (!isDone || pending.length > 0) {
      const next = pending.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield await result;
  } finally {
    isDisconnected = true;
  }
}

function failedLine(requestId: string, error: unknown): FailedLine {
  // The stream is read outside the log context of its request.
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

/** Waits for slow clients before it takes the next chunk, and stops when the client disconnects. */
function respondChunks(requestId: string, chunks: AsyncGenerator<string>, extra: Record<string, string>): Response {
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
  return new Response(body, {
    headers: { "Cache-Control": "private, no-store", "X-Request-Id": requestId, ...extra },
  });
}

type Download = { download: AsyncGenerator<string>; type: string; name: string };

async function* logFailures(requestId: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    failedLine(requestId, error);
    throw error;
  }
}

class ReaderDisconnected extends Error {}
