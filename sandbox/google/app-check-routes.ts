import { z } from "zod";
import type { Call } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { Route } from "@/sandbox/http/route";
import type { SandboxState } from "@/sandbox/sandbox-state";

const lifeSeconds = 3600;

const changesSchema = z.strictObject({
  lifeSeconds: z.int().optional(),
  projectNumber: z.string().optional(),
  appId: z.string().optional(),
  isForged: z.boolean().optional(),
});

async function answerKeys({ settings, appCheck }: SandboxState) {
  if (settings.appCheckKeys === "down") return jsonReply(503, { error: { code: 503, status: "UNAVAILABLE" } });
  return jsonReply(200, { keys: await appCheck.publicKeys() });
}

/** The SDK throttles itself after any status but 200. */
async function exchangeToken({ settings, appCheck }: SandboxState) {
  const headers = { "access-control-allow-origin": "*" };
  const status = settings.appCheckExchange;
  if (status !== 200) return jsonReply(status, { error: { code: status } }, headers);
  return jsonReply(200, { token: await appCheck.sign({ lifeSeconds }), ttl: `${lifeSeconds}s` }, headers);
}

async function makeToken({ appCheck }: SandboxState, { body }: Call) {
  const changes = changesSchema.safeParse(JSON.parse(body));
  if (!changes.success) return jsonReply(400, { error: z.prettifyError(changes.error) });
  return jsonReply(200, { token: await appCheck.sign(changes.data as Parameters<typeof appCheck.sign>[0]) });
}

export const appCheckRoutes: Route[] = [
  { method: "GET", pattern: /^\/app-check\/jwks$/, handle: answerKeys },
  {
    method: "POST",
    pattern: /^\/v1\/projects\/[\w-]+\/apps\/[\w:.-]+:exchangeRecaptcha(?:V3|Enterprise)Token$/,
    json: true,
    handle: exchangeToken,
  },
  { method: "POST", pattern: /^\/sandbox\/app-check\/tokens$/, json: true, handle: makeToken },
];
