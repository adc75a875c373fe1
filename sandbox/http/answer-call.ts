import type { ServerResponse } from "node:http";
import { GatewayError, gatewayErrorReply, httpErrorReply } from "@/sandbox/bambora/gateway-error";
import type { BankAnswerChanges } from "@/sandbox/bambora/make-payment";
import type { Fault } from "@/sandbox/faults";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Call, Reply } from "./exchange";
import { jsonReply, textReply } from "./exchange";
import type { Route } from "./route";

export type CallOutcome = Reply | "drop" | "hang";

export async function answerCall(state: SandboxState, call: Call, routes: readonly Route[]): Promise<CallOutcome> {
  const found = findRoute(call, routes);
  if ("status" in found) return found;
  const { route, id } = found;
  const fault = route.fault === undefined ? null : state.faults.take(route.fault.at, route.fault.subject(state, call));
  const moment = fault !== null && "moment" in fault ? fault.moment : null;
  if (fault !== null && moment === "before") {
    const outcome = await applyFault(fault, state);
    if (outcome !== null) return outcome;
  }
  const reply = await handle(route, state, call, id, toBankChanges(fault));
  return (fault !== null && moment === "after" ? await applyFault(fault, state) : null) ?? reply;
}

export function writeOutcome(response: ServerResponse, outcome: CallOutcome): void {
  if (outcome === "hang") return;
  if (outcome === "drop") {
    response.destroy();
    return;
  }
  response.writeHead(outcome.status, { ...outcome.headers, "content-length": Buffer.byteLength(outcome.body) });
  response.end(outcome.body);
}

function isJson(call: Call): boolean {
  return /^application\/json\s*(;|$)/i.test(call.headers["content-type"] ?? "");
}

function findRoute(call: Call, routes: readonly Route[]): { route: Route; id: string } | Reply {
  const fitting = routes.flatMap((route) => {
    const match = route.pattern.exec(call.path);
    return match === null ? [] : [{ route, id: match[1] ?? "" }];
  });
  if (fitting.length === 0) return httpErrorReply(404, "Not found");
  const found = fitting.find(({ route }) => route.method === call.method);
  const allow = fitting.map(({ route }) => route.method).join(", ");
  if (found === undefined) return httpErrorReply(405, "Method not allowed", { allow });
  // Without the check for JSON, any web page in the same browser could write to the control API.
  if (found.route.json === true && !isJson(call)) return httpErrorReply(415, "Unsupported media type");
  return found;
}

async function handle(
  route: Route,
  state: SandboxState,
  call: Call,
  id: string,
  changes: BankAnswerChanges,
): Promise<Reply> {
  try {
    return await route.handle(state, call, id, changes);
  } catch (error) {
    if (error instanceof GatewayError) return gatewayErrorReply(error.code, error.details);
    throw error;
  }
}

function toBankChanges(fault: Fault | null): BankAnswerChanges {
  if (fault?.kind === "wrong-amount") return { amountCents: Math.round(fault.amount * 100) };
  return fault?.kind === "decline-as-200" ? { declineAs200: true } : {};
}

async function applyFault(fault: Fault, state: SandboxState): Promise<CallOutcome | null> {
  switch (fault.kind) {
    case "delay":
      await state.wait(fault.delayMs);
      return null;
    case "drop":
    case "hang":
      return fault.kind;
    case "status":
      return httpErrorReply(fault.status, "Sandbox fault");
    case "garbage":
      return textReply(200, "text/html; charset=utf-8", "<html><body>Service temporarily");
    case "redirect":
      return { status: 302, headers: { location: fault.location }, body: "" };
    case "flood":
      return jsonReply(200, { flood: "x".repeat(1024 * 1024) });
    case "refuse":
      return gatewayErrorReply(fault.code);
    default:
      return null;
  }
}
