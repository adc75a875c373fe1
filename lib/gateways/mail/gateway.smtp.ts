import "server-only";

import { createTransport } from "nodemailer";
import { writeMessage } from "./gateway.message";
import type { MailGateway, SendOutcome } from "./port";
import { sendTimeoutMs } from "./port";

/** `permanent`: the server refused with a 5xx, or the mail wasn't sent. */
type SmtpFailure = { code?: string; command?: string; responseCode?: number; permanent?: boolean };

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Per process, unless `SMTP_URL` says otherwise. */
const defaultConnections = 24;

/** The outbox retries, so nodemailer must not send a mail again after a broken connection. */
const pool = { pool: true, maxRequeues: 0, maxMessages: 1000, idleTimeout: 30_000 } as const;
const timeouts = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

export function createSmtpGateway({ url }: { url: string }): MailGateway {
  const { sender, connections, server } = parseSmtpUrl(url);
  const noFileAccess = { disableFileAccess: true, disableUrlAccess: true } as const;
  const transport = createTransport({ ...server, ...pool, maxConnections: connections, ...timeouts, ...noFileAccess });
  return {
    concurrency: connections,
    async send(mail) {
      try {
        const envelope = { from: sender, to: mail.to };
        // A stream would be sent in some twenty small parts.
        const raw = writeMessage(sender, mail);
        await transport.sendMail({ envelope, raw, signal: AbortSignal.timeout(sendTimeoutMs) });
        return { kind: "sent" };
      } catch (error) {
        return toSendOutcome(error);
      }
    },
  };
}

/** `smtp[s]://user:password@host:port?from=tickets@example.ca&connections=20` */
function parseSmtpUrl(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === "smtps:";
  return {
    sender: searchParams.get("from") ?? "",
    connections: Number(searchParams.get("connections") ?? defaultConnections),
    server: {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      // Mails have names and secret addresses, so they never cross a network unencrypted.
      requireTLS: !secure && !loopbackHosts.has(hostname),
      ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    },
  };
}

/** Only an answer to RCPT TO or DATA is about this mail. Other failures affect all mail. */
function toSendOutcome(error: unknown): SendOutcome {
  const { code = "unknown", command = "", responseCode = 0, permanent = true } = (error ?? {}) as SmtpFailure;
  const cause = [code, command, responseCode || ""].filter(Boolean).join(" ");
  const isAboutMail = (code === "EENVELOPE" || code === "EMESSAGE") && /^(RCPT TO|DATA|API)$/.test(command);
  if (!isAboutMail) return { kind: "unreachable", cause };
  return { kind: permanent ? "refused" : "deferred", cause };
}
