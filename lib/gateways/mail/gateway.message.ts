import "server-only";

import MimeNode from "nodemailer/lib/mime-node";
import { encode, wrap } from "nodemailer/lib/qp";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { MailLogo, OutgoingMail } from "./port";

/** Quoted-printable and base64 never contain these (RFC 2045, 6.7 and 6.8). */
const boundaries = { alternative: "=_alternative", related: "=_related" } as const;

/** Uses only parts of nodemailer: its composer writes bodies through streams, which takes three times as long. */
export function writeMessage(sender: string, mail: OutgoingMail): Buffer {
  const bodies = joinParts(boundaries.alternative, [createTextPart("text/plain", mail.text), createHtmlPart(mail)]);
  return Buffer.from(`${createHeaders(sender, mail)}\r\n\r\n${bodies}`, "latin1");
}

function createHeaders(sender: string, mail: OutgoingMail): string {
  const headers = {
    From: { name: mail.senderName, address: sender },
    To: { name: "", address: mail.to },
    ...(mail.replyTo ? { "Reply-To": mail.replyTo } : {}),
    Subject: mail.subject,
    "Message-ID": `<${mail.messageId}@${sender.split("@")[1]}>`,
    "Content-Language": htmlLanguage(mail.language),
    // Tells out-of-office replies and ticket systems not to answer.
    "Auto-Submitted": "auto-generated",
  };
  return new MimeNode(`multipart/alternative; boundary="${boundaries.alternative}"`).setHeader(headers).buildHeaders();
}

function createTextPart(type: string, text: string): string {
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable`;
  return `${head}\r\n\r\n${wrap(encode(text.replaceAll("\n", "\r\n")))}\r\n`;
}

function createImagePart({ id, type, bytes }: MailLogo): string {
  const head = [
    `Content-Type: ${type}; name="logo.png"`,
    "Content-Transfer-Encoding: base64",
    `Content-ID: <${id}>`,
    'Content-Disposition: inline; filename="logo.png"',
  ];
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return `${head.join("\r\n")}\r\n\r\n${lines.join("\r\n")}\r\n`;
}

function joinParts(boundary: string, parts: readonly string[]): string {
  return `${parts.map((part) => `--${boundary}\r\n${part}`).join("")}--${boundary}--\r\n`;
}

function createHtmlPart({ html, logo }: OutgoingMail): string {
  const markup = createTextPart("text/html", html);
  if (!logo) return markup;
  const head = `Content-Type: multipart/related; type="text/html"; boundary="${boundaries.related}"`;
  return `${head}\r\n\r\n${joinParts(boundaries.related, [markup, createImagePart(logo)])}`;
}
