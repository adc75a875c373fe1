import { z } from "zod";
import { accounts } from "@/sandbox/accounts";
import { signToken } from "@/sandbox/apple/wallet-signature";
import { isGatewayCode } from "@/sandbox/bambora/gateway-error";
import { faultSchema } from "@/sandbox/faults";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply, textReply } from "@/sandbox/http/exchange";
import type { Route } from "@/sandbox/http/route";
import { sumTransactions } from "@/sandbox/ledger";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { mailServerModes } from "@/sandbox/sandbox-state";
import { sandboxPage } from "./sandbox-page";

const clockSchema = z.strictObject({ advanceMs: z.int() });
const signedPartsSchema = z.strictObject({
  ephemeralPublicKey: z.string(),
  data: z.string(),
  transactionId: z.string(),
});
const settingsSchema = z
  .strictObject({
    slowMs: z.int().min(0),
    reportLagMs: z.int().min(0),
    reportEnd: z.enum(["empty", "refused"]),
    tokenService: z.enum(["up", "down"]),
    mailServer: z.enum(mailServerModes),
    applePayDomains: z.array(z.string()).nullable(),
    walletRoots: z.array(z.string()),
    appCheckKeys: z.enum(["up", "down"]),
    appCheckExchange: z.int().min(200).max(599),
  })
  .partial();

function parse<Value>(schema: z.ZodType<Value>, call: Call, use: (value: Value) => Reply): Reply {
  let body: unknown;
  try {
    body = JSON.parse(call.body);
  } catch {
    return jsonReply(400, { error: "The body is not JSON" });
  }
  const result = schema.safeParse(body);
  return result.success ? use(result.data) : jsonReply(400, { error: z.prettifyError(result.error) });
}

function faultList(state: SandboxState): Reply {
  return jsonReply(200, { faults: state.faults.list().map(({ fault, left }) => ({ ...fault, left })) });
}

function readLedger(state: SandboxState, call: Call): Reply {
  const transactions = state.ledger.list({
    merchantId: call.query.get("merchant") ?? undefined,
    orderNumber: call.query.get("orderNumber") ?? undefined,
  });
  return jsonReply(200, { transactions, totals: sumTransactions(transactions) });
}

function armFault(state: SandboxState, call: Call): Reply {
  return parse(faultSchema, call, (fault) => {
    if (fault.kind === "refuse" && !isGatewayCode(fault.code)) return jsonReply(400, { error: "Unknown gateway code" });
    state.faults.arm(fault);
    return faultList(state);
  });
}

function clearFaults(state: SandboxState): Reply {
  state.faults.clear();
  return faultList(state);
}

function clockReply(state: SandboxState): Reply {
  return jsonReply(200, { now: new Date(state.now()).toISOString() });
}

function moveClock(state: SandboxState, call: Call): Reply {
  return parse(clockSchema, call, ({ advanceMs }) => {
    state.advance(advanceMs);
    return clockReply(state);
  });
}

function changeSettings(state: SandboxState, call: Call): Reply {
  return parse(settingsSchema, call, (changes) => {
    const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined);
    state.settings = { ...state.settings, ...Object.fromEntries(definedChanges) };
    return jsonReply(200, state.settings);
  });
}

/** Replaces the device's secure element. The sheet's page is on another origin and reads the signature. */
function signAuthorization(state: SandboxState, call: Call): Reply {
  return parse(signedPartsSchema, call, (parts) => {
    const signature = signToken(parts, state.walletAuthority.issue({ name: "Sandbox wallet" }));
    return textReply(200, "text/plain; charset=utf-8", signature, { "access-control-allow-origin": "*" });
  });
}

function reset(state: SandboxState): Reply {
  state.reset();
  return jsonReply(200, { transactions: state.ledger.list().length });
}

function page(state: SandboxState): Reply {
  const html = sandboxPage([...accounts.values()], state.ledger.list());
  const policy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  return textReply(200, "text/html; charset=utf-8", html, { "content-security-policy": policy });
}

export const controlRoutes: Route[] = [
  { method: "GET", pattern: /^\/sandbox\/?$/, handle: page },
  { method: "GET", pattern: /^\/sandbox\/ledger$/, handle: readLedger },
  { method: "GET", pattern: /^\/sandbox\/faults$/, handle: faultList },
  { method: "POST", pattern: /^\/sandbox\/faults$/, json: true, handle: armFault },
  { method: "DELETE", pattern: /^\/sandbox\/faults$/, handle: clearFaults },
  { method: "GET", pattern: /^\/sandbox\/clock$/, handle: clockReply },
  { method: "POST", pattern: /^\/sandbox\/clock$/, json: true, handle: moveClock },
  { method: "GET", pattern: /^\/sandbox\/settings$/, handle: (state) => jsonReply(200, state.settings) },
  { method: "POST", pattern: /^\/sandbox\/settings$/, json: true, handle: changeSettings },
  { method: "POST", pattern: /^\/sandbox\/apple-pay\/sign$/, handle: signAuthorization },
  { method: "POST", pattern: /^\/sandbox\/reset$/, json: true, handle: reset },
];
