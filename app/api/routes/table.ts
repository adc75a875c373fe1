import "server-only";

import { consoleOrderCalls } from "./admin-orders";
import { adminCalls } from "./admins";
import { anybodyCalls, buyerCalls, monitorCalls } from "./buyers";
import { deviceCalls, verifierCalls } from "./devices";
import { draftCalls } from "./drafts";
import { peopleCalls, personCalls, visitorCalls } from "./people";
import type { Caller, RouteEntry, RouteRow } from "./row";

const calls = {
  anybody: anybodyCalls,
  monitor: monitorCalls,
  buyer: buyerCalls,
  device: deviceCalls,
  verifier: verifierCalls,
  admin: [...adminCalls, ...draftCalls, ...consoleOrderCalls, ...peopleCalls],
  person: personCalls,
  visitor: visitorCalls,
};

type Call = (typeof calls)[Caller][number]["call"];

type PathOf<AnyCall extends Call> = AnyCall extends `${string} ${infer Path}` ? Path : never;

export type RoutePath = PathOf<Call>;

export type MethodOf<Path extends RoutePath, AnyCall = Call> = AnyCall extends `${infer Method} ${Path}`
  ? Method
  : never;

function toRow(caller: Caller, { call, ...row }: RouteEntry): RouteRow {
  const [method, path] = call.split(" ") as [RouteRow["method"], string];
  return { ...row, caller, method, path };
}

const callers = Object.keys(calls) as Caller[];

/** All calls of the API. Tests, docs/api.md and `refuseMethods` are derived from it. */
export const routes: readonly RouteRow[] = callers.flatMap((caller) => calls[caller].map((row) => toRow(caller, row)));
