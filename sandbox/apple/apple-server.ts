import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { answerCall, writeOutcome } from "@/sandbox/http/answer-call";
import { readCall } from "@/sandbox/http/exchange";
import type { Route } from "@/sandbox/http/route";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Authority, Identity } from "./certificates";
import { createAuthority } from "./certificates";
import { openSession } from "./open-session";

export const sandboxMerchant = "merchant.example.tirage";

export type AppleServer = { port: number; authority: Authority; identity: Identity; close: () => Promise<void> };

const routes: readonly Route[] = [
  {
    method: "POST",
    pattern: /^\/paymentservices\/(?:startSession|paymentSession)$/,
    json: true,
    fault: { at: "apple-session", subject: () => ({}) },
    handle: openSession,
  },
];

/** The handshake rejects clients without a certificate of this server's new authority. */
export async function startAppleServer(state: SandboxState, port: number, host: string): Promise<AppleServer> {
  const authority = createAuthority("Sandbox authority");
  const own = authority.issue({ name: "Sandbox of Apple's gateway", addresses: ["localhost", "127.0.0.1"] });
  const identity = authority.issue({ name: `Merchant identity of ${sandboxMerchant}`, uid: sandboxMerchant });
  const tls = { key: own.key, cert: own.certificate, ca: authority.certificate };
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, async (request, response) => {
    try {
      const call = await readCall(request);
      if (call === null) return void response.destroy();
      const merchant = readMerchant(request.socket as TLSSocket);
      writeOutcome(response, await answerCall(state, { ...call, merchant }, routes));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    authority,
    identity,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Apple writes the merchant identifier into `UID` of the subject. */
function readMerchant(socket: TLSSocket): string {
  const { subject } = socket.getPeerCertificate() as PeerCertificate & { subject?: { UID?: string } };
  return subject?.UID ?? "";
}
