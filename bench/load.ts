import { gunzipSync } from "node:zlib";

import { Client } from "undici";

export type Call = {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  expected: number;
};

/** Header names are in lower case. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer[] };

/** Rejects any status but the expected one, and a broken connection. */
export type Ask = (call: Call) => Promise<Answer>;

export type Failures = Record<string, number>;

export type Load = { perSecond: number; failures: Failures };

/** Concurrent callers, unless a figure says otherwise. */
export const connections = 20;

export function readText({ headers, body }: Answer): string {
  const bytes = Buffer.concat(body);
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

export function after(seconds: number): () => boolean {
  const untilMs = performance.now() + seconds * 1000;
  return () => performance.now() >= untilMs;
}

/** Repeats `work` on each connection until the time is over. Failures don't count in the rate. */
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
        const reason = error instanceof Error ? error.message : String(error);
        failures[reason] = (failures[reason] ?? 0) + 1;
      }
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, runOne));
  return { perSecond: (done * 1000) / (performance.now() - startedMs), failures };
}

/** Doesn't decode the body: most calls ignore it, and this process must use little of the machine. */
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

function reasonIn(answer: Answer): string {
  const reason = /"reason":"([a-z-]+)"/.exec(readText(answer))?.[1];
  return reason ? ` ${reason}` : "";
}
