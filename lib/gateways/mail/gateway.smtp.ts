import "server-only";

import { createTransport } from "nodemailer";
import type { MailGateway, SendOutcome } from "./gateway";
import { sendTimeoutMs } from "./gateway";
import { writeMessage } from "./gateway.message";

/** `permanent`: what the server answered is for good (5xx), or nothing was answered because nothing was sent. */
type SmtpFailure = { code?: string; command?: string; responseCode?: number; permanent?: boolean };

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** How many connections a process keeps, unless `SMTP_URL` says it. */
const usualConnections = 24;

/** Where mail goes and from whom: `smtp[s]://user:password@host:port?from=tickets@example.ca&connections=20`. */
function readAddress(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  return {
    sender: searchParams.get("from") ?? "",
    connections: Number(searchParams.get("connections") ?? usualConnections),
    server: {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      // Mails carry names and secret addresses: nothing of them crosses a network in the clear.
      requireTLS: !secure && !loopbackHosts.has(hostname),
      ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    },
  };
}

/** Connections that are kept; a mail whose connection breaks is told of, not sent again behind our back. */
const pool = { pool: true, maxRequeues: 0, maxMessages: 1000, idleTimeout: 30_000 } as const;
const patience = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** Only what the server says of this recipient or this message is about this mail; all else meets every mail alike. */
function outcomeOf(error: unknown): SendOutcome {
  const { code = "unknown", command = "", responseCode = 0, permanent = true } = (error ?? {}) as SmtpFailure;
  const cause = [code, command, responseCode || ""].filter(Boolean).join(" ");
  const isAboutMail = (code === "EENVELOPE" || code === "EMESSAGE") && /^(RCPT TO|DATA|API)$/.test(command);
  if (!isAboutMail) return { kind: "unreachable", cause };
  return { kind: permanent ? "refused" : "deferred", cause };
}

/** Sends mail over SMTP through nodemailer, with timeouts for every step and for the whole. */
export function createSmtpGateway({ url }: { url: string }): MailGateway {
  const { sender, connections, server } = readAddress(url);
  const closed = { disableFileAccess: true, disableUrlAccess: true } as const;
  const transport = createTransport({ ...server, ...pool, maxConnections: connections, ...patience, ...closed });
  return {
    atOnce: connections,
    async send(mail) {
      try {
        const envelope = { from: sender, to: mail.to };
        // As a whole: sent while it is written, a mail leaves in twenty small parts.
        const raw = writeMessage(sender, mail);
        await transport.sendMail({ envelope, raw, signal: AbortSignal.timeout(sendTimeoutMs) });
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}
