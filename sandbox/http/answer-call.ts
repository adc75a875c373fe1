import type { ServerResponse } from "node:http";
import { GatewayError, gatewayErrorReply, httpErrorReply } from "@/sandbox/bambora/gateway-error";
import type { BankAnswerChanges } from "@/sandbox/bambora/make-payment";
import type { Fault } from "@/sandbox/faults";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Call, Reply } from "./exchange";
import { jsonReply, textReply } from "./exchange";
import type { Route } from "./route";

export type Ending = Reply | "drop" | "hang";

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
  // Without a JSON type, any web page in the same browser could write to the control API.
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

function changesOf(fault: Fault | null): BankAnswerChanges {
  if (fault?.kind === "wrong-amount") return { amountCents: Math.round(fault.amount * 100) };
  return fault?.kind === "decline-as-200" ? { declineAs200: true } : {};
}

async function endingOf(fault: Fault, state: SandboxState): Promise<Ending | null> {
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

export async function answerCall(state: SandboxState, call: Call, routes: readonly Route[]): Promise<Ending> {
  const found = findRoute(call, routes);
  if ("status" in found) return found;
  const { route, id } = found;
  const fault = route.fault === undefined ? null : state.faults.take(route.fault.at, route.fault.subject(state, call));
  const moment = fault !== null && "moment" in fault ? fault.moment : null;
  if (fault !== null && moment === "before") {
    const ending = await endingOf(fault, state);
    if (ending !== null) return ending;
  }
  const reply = await handle(route, state, call, id, changesOf(fault));
  return (fault !== null && moment === "after" ? await endingOf(fault, state) : null) ?? reply;
}

export function writeEnding(response: ServerResponse, ending: Ending): void {
  if (ending === "hang") return;
  if (ending === "drop") {
    response.destroy();
    return;
  }
  response.writeHead(ending.status, { ...ending.headers, "content-length": Buffer.byteLength(ending.body) });
  response.end(ending.body);
}
