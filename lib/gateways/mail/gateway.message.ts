import "server-only";

import MimeNode from "nodemailer/lib/mime-node";
import { encode, wrap } from "nodemailer/lib/qp";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { OutgoingMail } from "./gateway";

/** Of quoted-printable text no line can contain it (RFC 2045, 6.7). */
const boundary = "=_alternative";

function headersOf(sender: string, mail: OutgoingMail): string {
  const headers = {
    From: { name: mail.senderName, address: sender },
    To: { name: "", address: mail.to },
    ...(mail.replyTo ? { "Reply-To": mail.replyTo } : {}),
    Subject: mail.subject,
    "Message-ID": `<${mail.messageId}@${sender.split("@")[1]}>`,
    "Content-Language": htmlLanguage(mail.language),
    // Keeps absence notes and ticket systems from answering.
    "Auto-Submitted": "auto-generated",
  };
  return new MimeNode(`multipart/alternative; boundary="${boundary}"`).setHeader(headers).buildHeaders();
}

function partOf(type: string, text: string): string {
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable`;
  return `--${boundary}\r\n${head}\r\n\r\n${wrap(encode(text.replaceAll("\n", "\r\n")))}\r\n`;
}

/**
 * Writes a mail from `sender` as the bytes that a mail server takes, by parts of nodemailer. Its composer writes
 * bodies through streams, which takes three times as long.
 */
export function writeMessage(sender: string, mail: OutgoingMail): Buffer {
  const bodies = partOf("text/plain", mail.text) + partOf("text/html", mail.html);
  return Buffer.from(`${headersOf(sender, mail)}\r\n\r\n${bodies}--${boundary}--\r\n`, "latin1");
}
