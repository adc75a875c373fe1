import "server-only";

import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { request } from "node:https";

import type { ApplePaySettings } from "@/lib/platform/server/env.gateways";
import { readPem } from "@/lib/platform/server/env.gateways";

import type { ApplePayGateway, MerchantSessionOutcome } from "./port.session";
import { appleErrorSchema, merchantSessionSchema } from "./schema";

/** Below the 30 seconds of Apple's sheet (docs/bambora.md, Time limits of the sheet). */
const defaultTimeoutMs = 10_000;

/** Apple's sessions have about 5,000 bytes. */
const maxBytes = 64 * 1024;

type AppleResponse = { status: number; text: string };

/** Uses mutual TLS with the merchant identity (docs/bambora.md, Merchant validation). */
export function createApplePayGateway(
  settings: ApplePaySettings,
  { timeoutMs = defaultTimeoutMs } = {},
): ApplePayGateway {
  const { merchantId, displayName, domain, gatewayUrl } = settings;
  const body = JSON.stringify({
    merchantIdentifier: merchantId,
    displayName,
    initiative: "web",
    initiativeContext: domain,
  });
  const openSession = async (validationUrl: string): Promise<MerchantSessionOutcome> => {
    const url = gatewayUrl ? new URL(new URL(validationUrl).pathname, gatewayUrl).href : validationUrl;
    const cert = readPem(settings.certificate);
    const options: RequestOptions = {
      cert,
      key: readPem(settings.key),
      ...(gatewayUrl ? { ca: cert } : {}),
      minVersion: "TLSv1.2",
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
    };
    return readSession(await post(url, options, body));
  };
  return {
    merchantId,
    openSession: (validationUrl) =>
      openSession(validationUrl).catch((error: unknown) => ({
        kind: "unavailable",
        status: null,
        problem: error instanceof Error ? error.message : String(error),
      })),
  };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error("Apple's answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Follows no redirects. Rejects if the answer isn't complete in time. */
function post(url: string, options: RequestOptions, body: string): Promise<AppleResponse> {
  return new Promise((resolve, reject) => {
    const call = request(url, { ...options, method: "POST", agent: false }, (response) => {
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    // Without a listener, an error event would end the process.
    call.on("error", reject);
    call.end(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readSession({ status, text }: AppleResponse): MerchantSessionOutcome {
  const body = parseJson(text);
  const session = status === 200 ? merchantSessionSchema.safeParse(body).data : null;
  if (session) return { kind: "session", session };
  const message = appleErrorSchema.safeParse(body).data?.statusMessage?.slice(0, 200) ?? "nothing readable";
  return { kind: "unavailable", status, problem: `Apple answered ${status}: ${message}` };
}
