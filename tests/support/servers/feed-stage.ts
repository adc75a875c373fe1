import { afterAll, beforeAll, beforeEach, expect } from "vitest";

import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { createBuyer, tokenFor } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { FaultInput, UpstreamChanges } from "@/tests/support/sandbox/sandbox-control";
import { armFault, changeUpstream, clearFaults, upstreamRequests } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "./server";
import { startServer } from "./server";

const token = "token-of-the-feed";

export const titled = (title: string) => ({ title: { en: title, fr: title } });

/** One server per test file. It fetches the sandbox platform's draws every second. */
export function feedStageForFile() {
  let sandbox: RunningSandbox;
  let server: Server;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
    await changeUpstream(sandbox.url, { token });
    const env = { DRAWS_URL: sandbox.url, DRAWS_TOKEN: token, DRAWS_REFRESH_SECONDS: "1" };
    server = await startServer({ sandbox, env });
  });
  afterAll(async () => {
    await server?.stop();
    await sandbox?.close();
  });
  beforeEach(() => clearFaults(sandbox.url));

  const { instance, ...calls } = createCalls(() => server);
  const change = (changes: UpstreamChanges) => changeUpstream(sandbox.url, changes);
  const requestsOf = (key: string) => upstreamRequests(sandbox.url, key);
  const arm = (fault: FaultInput) => armFault(sandbox.url, fault);

  async function publish(overrides: Partial<DrawInput> = {}): Promise<DrawInput> {
    const draw = drawWith(overrides);
    await change({ instances: { [draw.id]: draw } });
    return draw;
  }

  async function shows(instanceId: string, title: string): Promise<void> {
    await expect.poll(async () => (await instance(instanceId)).body.title.en, { timeout: 20_000 }).toBe(title);
  }

  async function visitUntilAsked(id: string, times: number): Promise<void> {
    const before = await requestsOf(id);
    const visited = async () => {
      await instance(id);
      return (await requestsOf(id)) - before;
    };
    await expect.poll(visited, { timeout: 20_000, interval: 200 }).toBeGreaterThanOrEqual(times);
  }

  return {
    token,
    server: () => server,
    change,
    asked: requestsOf,
    arm,
    /** Applies to every request for a draw. */
    armAll: (fault: Record<string, unknown>) => arm({ at: "instance", times: 1000, ...fault } as FaultInput),
    calm: () => clearFaults(sandbox.url),
    publish,
    ...calls,
    instance,
    shows,
    visitUntilAsked,
  };
}

function createCalls(server: () => Server) {
  async function page(path: string) {
    const startedMs = Date.now();
    const answer = await fetch(`${server().url}${path}`);
    return { status: answer.status, text: await answer.text(), tookMs: Date.now() - startedMs };
  }

  async function instance(instanceId: string) {
    const { status, body } = await createBuyer(server()).call<{ title: { en: string }; maxTickets: number | null }>(
      "POST",
      "/api/getInstance",
      { instanceId },
    );
    return { status, body };
  }

  /** Returns the payment's status. */
  async function buy(instanceId: string): Promise<number> {
    const buyer = createBuyer(server());
    const { order } = (await buyer.placeOrder({ instanceId })).body;
    return (await buyer.pay(order, await tokenFor(server().sandboxUrl))).status;
  }

  return { page, instance, buy };
}
