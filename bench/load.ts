import { gunzipSync } from "node:zlib";

import { Client } from "undici";

/** One call of a load, and the only status that it may be answered with. */
export type Call = {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  expected: number;
};

/** What came back; header names in lower case. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer[] };

/** Makes one call; rejects any status but the expected one, and a connection that breaks. */
export type Ask = (call: Call) => Promise<Answer>;

/** Failures by what was answered instead. */
export type Failures = Record<string, number>;

/** How often the work of a load was done each second, and what failed. */
export type Load = { perSecond: number; failures: Failures };

/** How many call at once, unless a figure says otherwise. */
export const connections = 20;

/** The body is kept as it came: most calls never look at it, and this process must cost little beside the server. */
function askOn(client: Client): Ask {
  return ({ method, path, headers, body = null, expected }) =>
    new Promise((resolve, reject) => {
      const answer: Answer = { status: 0, headers: {}, body: [] };
      client.dispatch(
        { method, path, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, status, received) {
            answer.status = status;
            answer.headers = received;
          },
          onResponseData(_controller, chunk) {
            answer.body.push(chunk);
          },
          onResponseEnd() {
            if (answer.status === expected) resolve(answer);
            else reject(new Error(`${method} ${answer.status}${reasonIn(answer)}`));
          },
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
}

/** The text of an answer, however it came. */
export function textOf({ headers, body }: Answer): string {
  const bytes = Buffer.concat(body);
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

function reasonIn(answer: Answer): string {
  const reason = /"reason":"([a-z-]+)"/.exec(textOf(answer))?.[1];
  return reason ? ` ${reason}` : "";
}

/** True once so many seconds are over. */
export function after(seconds: number): () => boolean {
  const untilMs = performance.now() + seconds * 1000;
  return () => performance.now() >= untilMs;
}

/**
 * Does `work` again and again on each of 20 connections until it is over, and waits for what is under way. What fails
 * is counted apart and is no part of the rate.
 */
export async function runLoad(
  origin: string,
  isOver: () => boolean,
  work: (ask: Ask) => Promise<unknown>,
): Promise<Load> {
  const failures: Failures = {};
  const startedMs = performance.now();
  let done = 0;
  const runOne = async () => {
    const client = new Client(origin, { pipelining: 1 });
    const ask = askOn(client);
    while (!isOver()) {
      try {
        await work(ask);
        done += 1;
      } catch (error) {
        const told = error instanceof Error ? error.message : String(error);
        failures[told] = (failures[told] ?? 0) + 1;
      }
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, runOne));
  return { perSecond: (done * 1000) / (performance.now() - startedMs), failures };
}
