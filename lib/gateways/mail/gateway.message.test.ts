import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "./gateway";
import { writeMessage } from "./gateway.message";

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
