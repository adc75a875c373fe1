import fc from "fast-check";
import { expect } from "vitest";
import type { RawAnswer, RawRequest } from "@/tests/support/calls/raw-request";
import { sendRaw } from "@/tests/support/calls/raw-request";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { fuzzBodies } from "./fuzz-bodies";
import type { Json } from "./hostile-bodies";

/** The seed is fixed, so that every run is the same. `FUZZ_SEED` and `FUZZ_RUNS` search further. */
export const seed = Number(process.env.FUZZ_SEED ?? 5050);
export const runs = Number(process.env.FUZZ_RUNS ?? (isFullRun ? 1000 : 40));

const atOnce = 8;

type Finding = { seed: number; run: number; sent: string; problems: string[] };

export type Check = (answer: RawAnswer, request: RawRequest) => Promise<string[]> | string[];

export async function attack(
  url: string,
  requests: RawRequest[],
  check: Check,
): Promise<{ findings: Finding[]; count: Map<number, number> }> {
  const findings: Finding[] = [];
  const count = new Map<number, number>();
  let next = 0;
  const work = async () => {
    for (let run = next++; run < requests.length; run = next++) {
      const request = requests[run] as RawRequest;
      const problems = await sendRaw(url, request).then(
        (answer) => {
          count.set(answer.status, (count.get(answer.status) ?? 0) + 1);
          return check(answer, request);
        },
        (error: Error) => [`no answer: ${error.message}`],
      );
      const sent = `${request.method} ${request.path} ${Buffer.from(request.body ?? "").toString()}`;
      if (problems.length > 0) findings.push({ seed, run, sent: sent.slice(0, 3000), problems });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { findings, count };
}

/** Each of these statuses must occur, to show how far the bodies got. */
export async function expectRight(url: string, requests: RawRequest[], check: Check, seen: number[]): Promise<void> {
  const { findings, count } = await attack(url, requests, check);
  expect(findings).toEqual([]);
  const rare = seen.filter((status) => (count.get(status) ?? 0) < Math.floor(runs / 200));
  expect(rare, JSON.stringify(Object.fromEntries(count))).toEqual([]);
}

export function createRequests(
  path: string,
  valid: unknown[],
  headers: (run: number) => Record<string, string> = () => ({}),
): RawRequest[] {
  const bodies = fc.sample(fuzzBodies(valid as Json[]), { seed, numRuns: runs });
  return bodies.map((body, run) => {
    const sent = { "content-type": "application/json", ...headers(run) };
    return { method: "POST", path, headers: sent, body };
  });
}
