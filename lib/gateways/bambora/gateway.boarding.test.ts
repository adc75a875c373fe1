import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, it } from "vitest";

import { boardingToken } from "@/sandbox/bambora/boarding";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { armFault } from "@/tests/support/sandbox/sandbox-control";

import { createBoardingGateway } from "./gateway.boarding";

const flow = "psp-cad";
const application = { applicant: { last_name: "Roy" } };

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});

afterAll(() => sandbox.close());

function submit(sent: { applicationId?: string; application?: typeof application }, url = sandbox.url) {
  return createBoardingGateway({ url, token: boardingToken, timeoutMs: 2000 }).submit({ flow, ...sent });
}

it.each([
  ["is lost", { kind: "drop", moment: "after" }, null],
  ["is an error", { kind: "status", status: 500 }, 500],
  ["cannot be read", { kind: "garbage" }, null],
] as const)("treats a new application as unknown if its answer %s", async (_what, fault, status) => {
  await armFault(sandbox.url, { at: "boarding", ...fault });
  expect(await submit({ application })).toEqual({ kind: "unknown", status });
});

it("can read and change again without an answer, and resend if nobody is listening", async () => {
  const silent = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const unreachable = { kind: "unreachable", status: null };
  expect(await submit({ applicationId: "A1", application }, url)).toEqual(unreachable);
  expect(await submit({ applicationId: "A1" }, url)).toEqual(unreachable);
  await new Promise((resolve) => silent.close(resolve));
  expect(await submit({ application }, url)).toEqual(unreachable);
});
