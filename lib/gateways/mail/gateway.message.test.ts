import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "./gateway";
import { writeMessage } from "./gateway.message";
import { toQuotedPrintable } from "./rules.quoted-printable";

const mail: OutgoingMail = {
  to: "marie@example.test",
  senderName: "Fondation de l’aréna",
  replyTo: null,
  subject: "Vos numéros pour « Moitié-moitié »",
  html: `<p style="margin:0">1\u00a0–\u00a040 🎟️ à ${"é".repeat(300)}</p>\n.\n--=_alternative--\n<p>a=b&amp;c  \t\n</p>\n`,
  text: "1 – 40\n.\n--=_alternative\nFin \n",
  language: "fr",
  messageId: "abc123",
};

/** Without what a reader of quoted-printable puts together again. */
function decode(written: string): string {
  const bytes = written.replaceAll("=\r\n", "").replaceAll("\r\n", "\n");
  return Buffer.from(
    bytes.replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString();
}

describe("a message", () => {
  it("is read as it was written, whatever its bodies contain", async () => {
    const read = await PostalMime.parse(writeMessage("tickets@example.test", mail));
    expect(read).toMatchObject({ subject: mail.subject, messageId: "<abc123@example.test>" });
    expect(read.from).toMatchObject({ name: mail.senderName, address: "tickets@example.test" });
    // The reader ends what it reads with a line of its own.
    expect([read.html, read.text]).toEqual([`${mail.html}\n`, `${mail.text}\n`]);
  });

  it("keeps to lines, and to ASCII, that every server on the way takes", () => {
    const lines = writeMessage("tickets@example.test", mail).toString("latin1").split("\r\n");
    expect(lines.filter((line) => line.length > 76 || /[^\t\x20-\x7e]/.test(line) || / $/.test(line))).toEqual([]);
  });
});

describe("quoted-printable text", () => {
  it.each([
    ["", ""],
    ["a=b", "a=3Db"],
    ["é", "=C3=A9"],
    ["end \n\t\n", "end=20\r\n=09\r\n"],
    ["lone\rreturn\r\n", "lone=0Dreturn=0D\r\n"],
    ["x".repeat(76), `${"x".repeat(75)}=\r\nx`],
    [`${"x".repeat(73)}=`, `${"x".repeat(73)}=\r\n=3D`],
    [`${"x".repeat(70)}🎟`, `${"x".repeat(70)}=\r\n=F0=9F=8E=9F`],
  ])("of %j is %j", (text, written) => {
    expect(toQuotedPrintable(text)).toBe(written);
    expect(decode(written)).toBe(text);
  });
});
