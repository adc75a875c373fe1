import { createHash } from "node:crypto";
import { z } from "zod";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { Route } from "@/sandbox/http/route";
import type { SandboxState } from "@/sandbox/sandbox-state";

const instanceCallSchema = z.object({ instanceId: z.string() });
const settingsSchema = z
  .strictObject({
    instances: z.record(z.string(), z.unknown()),
    words: z.record(z.string(), z.unknown()),
    token: z.string().nullable(),
    hasTags: z.boolean(),
  })
  .partial();

/** Answers 304 if the caller sends the current tag. */
function answer({ upstream }: SandboxState, call: Call, key: string, found: unknown): Reply {
  upstream.asked.set(key, (upstream.asked.get(key) ?? 0) + 1);
  if (upstream.token !== null && call.headers.authorization !== `Bearer ${upstream.token}`)
    return jsonReply(401, { statusCode: 401 });
  if (found === undefined) return jsonReply(404, { statusCode: 404 });
  if (!upstream.hasTags) return jsonReply(200, found);
  const tag = `"${createHash("sha256").update(JSON.stringify(found)).digest("base64url")}"`;
  if (call.headers["if-none-match"] === tag) return { status: 304, headers: { etag: tag }, body: "" };
  return jsonReply(200, found, { etag: tag });
}

function readInstance(state: SandboxState, call: Call): Reply {
  const parsed = instanceCallSchema.safeParse(JSON.parse(call.body));
  const id = parsed.data?.instanceId ?? "";
  return answer(state, call, id, state.upstream.instances.get(id));
}

function readWords(state: SandboxState, call: Call): Reply {
  const key = call.path.replace("/api/locales/", "");
  return answer(state, call, key, state.upstream.words.get(key));
}

/** Null removes an entry. */
function merge(map: Map<string, unknown>, changes: Record<string, unknown> = {}): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) map.delete(key);
    else map.set(key, value);
  }
}

function show({ upstream }: SandboxState): Reply {
  return jsonReply(200, { instances: [...upstream.instances.keys()], asked: Object.fromEntries(upstream.asked) });
}

function change(state: SandboxState, call: Call): Reply {
  const parsed = settingsSchema.safeParse(JSON.parse(call.body));
  if (!parsed.success) return jsonReply(400, { error: z.prettifyError(parsed.error) });
  const { instances, words, token, hasTags } = parsed.data;
  merge(state.upstream.instances, instances);
  merge(state.upstream.words, words);
  if (token !== undefined) state.upstream.token = token;
  if (hasTags !== undefined) state.upstream.hasTags = hasTags;
  return show(state);
}

export const upstreamRoutes: Route[] = [
  {
    method: "POST",
    pattern: /^\/api\/getInstance$/,
    json: true,
    fault: { at: "instance", subject: () => ({}) },
    handle: readInstance,
  },
  {
    method: "GET",
    pattern: /^\/api\/locales\/[\w-]+(?:\/[\w-]+)?$/,
    fault: { at: "locales", subject: () => ({}) },
    handle: readWords,
  },
];

export const upstreamControlRoutes: Route[] = [
  { method: "GET", pattern: /^\/sandbox\/upstream$/, handle: show },
  { method: "POST", pattern: /^\/sandbox\/upstream$/, json: true, handle: change },
];
