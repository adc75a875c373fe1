import { afterAll, beforeAll, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";

import type { ApiRoute } from "@/tests/support/calls/api-routes";
import { apiRoutes, toPath } from "@/tests/support/calls/api-routes";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { checkAnswer } from "@/tests/support/calls/check-answer";
import { findRefusalProblems, readFields, readReason } from "@/tests/support/calls/check-refusal";
import { openConsole } from "@/tests/support/calls/console-session";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import type { RawAnswer, RawRequest } from "@/tests/support/calls/raw-request";
import { sendRaw } from "@/tests/support/calls/raw-request";
import type { Target } from "@/tests/support/calls/route-bodies";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import type { Server } from "@/tests/support/servers/server";
import type { DatabaseState, LastCalls, WatchedServer } from "./watched-server";
import { findComplaints, startWatchedServer } from "./watched-server";

export type Expected = { reasons: string[]; field?: string | undefined };

/** The draws `first-draw` and `second-draw`, and an order of the first. */
export type HostileCalls = {
  server: () => Server;
  order: () => OrderView;
  target: () => Target;
  /** The cookie of an admin's session. */
  session: () => string;
  send: (request: RawRequest) => Promise<RawAnswer>;
  callOf: (row: ApiRoute, place?: Target) => RawRequest;
  /** Problems of the refusal, each with the case's name. */
  checkRefusal: (name: string, request: RawRequest, expected: Expected) => Promise<string[]>;
  problemsOfAll: (cases: Iterable<[string, RawRequest, Expected]>) => Promise<string[]>;
  lastCalls: () => Promise<LastCalls>;
  /**
   * Adds tests to the end of a file: nothing was written or logged, and either would have been noticed. The tablet's
   * last call may have changed and, with `callsBySession`, the session's.
   */
  testsOfNoEffect: (options?: { callsBySession?: boolean }) => void;
};

const atOnce = 6;

/** Takes one case in four outside of full runs, because the same code refuses them all. */
export function selectCases<Case>(cases: Iterable<Case>): Case[] {
  const all = [...cases];
  return isFullRun || all.length < 8 ? all : all.filter((_case, index) => index % 4 === 0);
}

export function findRows(condition: (row: ApiRoute) => boolean): [string, ApiRoute][] {
  return apiRoutes.filter(condition).map((row) => [`${row.method} ${row.route}`, row]);
}

export function findRow(route: string): ApiRoute {
  const row = apiRoutes.find((one) => one.route === route);
  if (!row) throw new Error(`${route} is not in the table of routes.`);
  return row;
}

function findProblems(answer: RawAnswer, { reasons, field }: Expected): string[] {
  const problems = findRefusalProblems(answer);
  const reason = readReason(answer);
  if (!reasons.includes(reason ?? "")) problems.push(`reason ${reason} instead of ${reasons.join(" or ")}`);
  const fields = readFields(answer);
  const isNamed = field === undefined || fields.some((known) => known === field || field.startsWith(`${known}.`));
  return isNamed ? problems : [...problems, `names ${fields.join(", ").slice(0, 200)}`];
}

async function sendChecked({ url }: Server, request: RawRequest): Promise<RawAnswer> {
  const answer = await sendRaw(url, request);
  checkAnswer(request.method, `http://localhost${request.path}`, { status: answer.status, reason: readReason(answer) });
  return answer;
}

type Credentials = { adminKey: string; cookie: string };

function toRequest(row: ApiRoute, place: Target, { adminKey, cookie }: Credentials): RawRequest {
  const body = row.body?.(place);
  const headers: Record<string, string> = { ...row.headers };
  if (body) headers["content-type"] = "application/json";
  if (row.caller === "admin") headers.authorization = `Bearer ${adminKey}`;
  if (row.ofDevice) Object.assign(headers, { cookie, "sec-fetch-site": "same-origin" });
  const call = { method: row.method, path: toPath(row, place), headers };
  return body ? { ...call, body: JSON.stringify(body) } : call;
}

/** Tablets and sessions whose last call changed between two readings, except `callers`. */
function findWrongCalls(before: LastCalls, after: LastCalls, callers: readonly string[]): string[] {
  const isOwn = (id: string) => callers.includes(id) && (after[id] ?? 0) >= (before[id] ?? 0);
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.filter((id) => after[id] !== before[id] && !isOwn(id));
}

function testNoEffect(watched: () => WatchedServer, before: () => DatabaseState, callers: () => string[]): void {
  it("has written nothing and logged nothing", async () => {
    const after = await watched().read();
    expect(after.tables).toEqual(before().tables);
    expect(findWrongCalls(before().lastCalls, after.lastCalls, callers())).toEqual([]);
    expect(findComplaints(watched().current().output())).toEqual([]);
  });

  it.runIf(isFullRun)("would have seen a single row", async () => {
    await createBuyer(watched().current()).placeOrder({ instanceId: "second-draw" });
    const { tables } = await watched().read();
    const changed = Object.keys(tables).filter((table) => tables[table]?.digest !== before().tables[table]?.digest);
    expect(changed.sort()).toEqual(["audit_entries", "order_lines", "orders", "pools", "ticket_shares"]);
  });
}

const sessionsOf = ({ lastCalls }: DatabaseState) => Object.keys(lastCalls).filter((id) => id.startsWith("session "));

export function hostileCallsForFile(draws: DrawInput[] = []): HostileCalls {
  let watched: WatchedServer;
  let before: DatabaseState;
  let order: OrderView;
  let device: RegisteredDevice;
  let session: string;

  beforeAll(async () => {
    watched = await startWatchedServer();
    const both = ["first-draw", "second-draw"].map((id) => drawWith({ id }));
    for (const draw of [...both, ...draws]) await importDraw(watched.current(), draw);
    const placed = await createBuyer(watched.current()).placeOrder({ instanceId: "first-draw" });
    order = placed.body.order;
    device = await registerDevice(watched.current(), { parentId: "test-parent" });
    session = await openConsole(watched.current());
    before = await watched.read();
  });
  afterAll(() => watched.stop());

  const target = () => ({ drawId: order.instanceId, orderId: order.orderId });

  const send = (request: RawRequest) => sendChecked(watched.current(), request);
  const callOf = (row: ApiRoute, place = target()) => {
    return toRequest(row, place, { adminKey: watched.current().adminKey, cookie: device.cookie });
  };

  async function wrongWith(name: string, request: RawRequest, expected: Expected): Promise<string[]> {
    const problems = findProblems(await send(request), expected);
    return problems.map((problem) => `${name}: ${problem}`);
  }

  async function problemsOfAll(cases: Iterable<[string, RawRequest, Expected]>): Promise<string[]> {
    const queue = selectCases(cases);
    const wrong: string[] = [];
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) wrong.push(...(await wrongWith(...one)));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return wrong;
  }

  return {
    server: () => watched.current(),
    order: () => order,
    target,
    session: () => session,
    send,
    callOf,
    checkRefusal: wrongWith,
    problemsOfAll,
    lastCalls: async () => (await watched.read()).lastCalls,
    testsOfNoEffect: ({ callsBySession = false } = {}) =>
      testNoEffect(
        () => watched,
        () => before,
        () => [`tablet ${device.deviceId}`, ...(callsBySession ? sessionsOf(before) : [])],
      ),
  };
}
