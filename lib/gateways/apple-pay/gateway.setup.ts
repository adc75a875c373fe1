import "server-only";

import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect } from "node:tls";
import type { ApplePaySettings } from "@/lib/platform/server/env.gateways";
import { readPem } from "@/lib/platform/server/env.gateways";
import type { LocalFile, MerchantIdentity, ServedFile, SetupProbe } from "./port.setup";
import { defaultValidationUrl, domainFilePath } from "./rules";

export type ProbeSettings = {
  applePay: ApplePaySettings | null;
  domainFile: string | undefined;
  checkoutHost: string;
};

/** In ms for each check. Short, because an admin waits for all of them. */
const defaultTimeoutMs = 8_000;

/** Apple's domain association file has about 9,000 bytes. */
const maxBytes = 256 * 1024;

export function createSetupProbe(settings: ProbeSettings, { timeoutMs = defaultTimeoutMs } = {}): SetupProbe {
  const { applePay, domainFile, checkoutHost } = settings;
  return {
    readIdentity: () => applePay && readIdentity(applePay),
    digestFile: () => withFallback(() => digestFile(domainFile), { kind: "unreadable" }),
    fetchFile: () => withFallback(() => fetchFile(checkoutHost + domainFilePath, timeoutMs), { kind: "unreachable" }),
    canReachApple: () => withFallback(async () => (applePay ? connectToApple(applePay, timeoutMs) : false), false),
  };
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function parseCertificate(value: string): X509Certificate | null {
  try {
    return new X509Certificate(readPem(value));
  } catch {
    return null;
  }
}

function compareKey(certificate: X509Certificate | null, value: string): MerchantIdentity["key"] {
  try {
    const key = createPrivateKey(readPem(value));
    if (!certificate) return "no-certificate";
    return certificate.checkPrivateKey(key) ? "fits" : "unlike";
  } catch {
    return "unreadable";
  }
}

/** Apple writes the merchant identifier into `UID` of the subject (docs/bambora.md, Merchant validation). */
function readIdentity({ certificate, key }: ApplePaySettings): MerchantIdentity {
  const parsed = parseCertificate(certificate);
  const merchantId = /^UID=(.+)$/m.exec(parsed?.subject ?? "")?.[1] ?? null;
  const facts = parsed && { merchantId, from: new Date(parsed.validFrom), until: new Date(parsed.validTo) };
  return { certificate: facts, key: compareKey(parsed, key) };
}

async function digestFile(path: string | undefined): Promise<LocalFile> {
  return path ? { kind: "read", sha256: digest(await readFile(path)) } : { kind: "not-configured" };
}

async function fetchFile(url: string, timeoutMs: number): Promise<ServedFile> {
  const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200 || bytes.length > maxBytes) return { kind: "refused", status: answer.status };
  return { kind: "served", sha256: digest(bytes), type: answer.headers.get("content-type") ?? "" };
}

/** A demo's stand-in for Apple is trusted through the chain in its own certificate file. */
function connectToApple({ gatewayUrl, certificate }: ApplePaySettings, timeoutMs: number): Promise<boolean> {
  const { hostname: host, port } = new URL(gatewayUrl ?? defaultValidationUrl);
  const trust = gatewayUrl ? { ca: readPem(certificate) } : {};
  const name = host === "127.0.0.1" ? {} : { servername: host };
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 443), minVersion: "TLSv1.2", ...name, ...trust });
    const end = (isReached: boolean) => {
      socket.destroy();
      resolve(isReached);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once("secureConnect", () => end(true)).once("error", () => end(false));
  });
}

function withFallback<Result, Other>(work: () => Promise<Result>, other: Other): Promise<Result | Other> {
  return Promise.resolve()
    .then(work)
    .catch(() => other);
}
