import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppleServer } from "@/sandbox/apple/apple-server";
import { startAppleServer } from "@/sandbox/apple/apple-server";
import { httpErrorReply } from "@/sandbox/bambora/gateway-error";
import { answerCall, writeOutcome } from "@/sandbox/http/answer-call";
import { readCall } from "@/sandbox/http/exchange";
import { routes } from "@/sandbox/http/routes";
import { startMailServer } from "./mail/mail-server";
import type { SandboxState } from "./sandbox-state";
import { createState, defaultSettings } from "./sandbox-state";

/** Port 0 takes a free one. `slowMs` is the time of slow cards. Without `dataFile`, the ledger is in memory. */
export type SandboxOptions = {
  port?: number | undefined;
  smtpPort?: number | undefined;
  applePort?: number | undefined;
  host?: string | undefined;
  allowedOrigin?: string | undefined;
  dataFile?: string | undefined;
  slowMs?: number | undefined;
};

/** `close` cuts all connections and abandons pending answers. */
export type RunningSandbox = {
  url: string;
  port: number;
  smtpPort: number;
  apple: Pick<AppleServer, "port" | "authority" | "identity">;
  close: () => Promise<void>;
};

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const {
    port = 0,
    smtpPort = 0,
    applePort = 0,
    host = "127.0.0.1",
    allowedOrigin = null,
    dataFile = null,
    slowMs = defaultSettings.slowMs,
  } = options;
  const state = createState({ dataFile, allowedOrigin, slowMs });
  const server = createServer((request, response) => void respond(state, request, response));
  const realPort = await listen(server, port, host);
  const mail = await startMailServer(state, smtpPort, host);
  const apple = await startAppleServer(state, applePort, host);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${realPort}`,
    port: realPort,
    smtpPort: mail.port,
    apple,
    async close() {
      state.abandonWaits();
      await Promise.all([mail.close(), apple.close()]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function respond(state: SandboxState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const call = await readCall(request);
    const ending = call === null ? httpErrorReply(413, "Request too large") : await answerCall(state, call, routes);
    writeOutcome(response, ending);
  } catch (error) {
    // Abandoned waits and lost clients are expected. Any other error is a defect of the sandbox.
    const isExpected = error instanceof Error && (error.name === "AbortError" || request.destroyed);
    if (isExpected || response.headersSent) {
      response.destroy();
      return;
    }
    console.error("sandbox: a call failed", error);
    writeOutcome(response, httpErrorReply(500, "Sandbox failure"));
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
