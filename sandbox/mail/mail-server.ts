import type { AddressInfo, Socket } from "node:net";
import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { SMTPServer } from "smtp-server";

import type { SandboxState } from "@/sandbox/sandbox-state";

export type MailServer = { port: number; close: () => Promise<void> };

type Answer = (error?: Error | null) => void;

const maximumMailBytes = 1024 * 1024;

function refusal(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

/** No domain ends like this (RFC 2606), so a demo can show an email that can't be delivered. */
function isInvalid(email: string): boolean {
  return email.toLowerCase().endsWith(".invalid");
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function buildServer(state: SandboxState, disconnect: (session: SMTPServerSession) => void): SMTPServer {
  function acceptConnection(session: SMTPServerSession, answer: Answer): void {
    const { mailServer } = state.settings;
    if (mailServer === "away") disconnect(session);
    else if (mailServer !== "silent") answer();
  }
  const isRefusing = () => state.settings.mailServer === "refusing";
  async function takeMail(stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer): Promise<void> {
    const raw = await readAll(stream);
    const { mailServer } = state.settings;
    if (mailServer === "busy") return answer(refusal(451, "Try again later"));
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    state.mailbox.receive(raw, recipients, new Date(state.now()));
    if (mailServer === "cutting") return disconnect(session);
    if (mailServer !== "stalling") answer();
  }
  return new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maximumMailBytes,
    logger: false,
    onConnect: (session, answer) => acceptConnection(session, answer),
    // Also applies to connections that clients keep open.
    onMailFrom: (_address, session, answer) => acceptConnection(session, answer),
    onRcptTo: ({ address }, _session, answer) =>
      answer(isRefusing() || isInvalid(address) ? refusal(550, `<${address}>: no such mailbox`) : null),
    onData: (stream, session, answer) => void takeMail(stream, session, answer).catch(answer),
  });
}

/**
 * By the setting `mailServer`: `away` cuts connections, `silent` never answers, `busy` answers 451 after the message,
 * `refusing` answers 550 to the recipient, and `cutting` and `stalling` accept the message without confirming it.
 */
export async function startMailServer(state: SandboxState, port: number, host: string): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = buildServer(state, (session) => {
    for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const listening = await new Promise<AddressInfo>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, host, () => resolve(server.server.address() as AddressInfo));
  });
  return {
    port: listening.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
