import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { writeMessage } from "./gateway.message";
import type { MailLogo, OutgoingMail } from "./port";

const mail: OutgoingMail = {
  to: "marie@example.test",
  senderName: "Fondation de l’aréna",
  replyTo: null,
  subject: "Vos numéros pour « Moitié-moitié »",
  html: `<p style="margin:0">1\u00a0–\u00a040 🎟️ à ${"é".repeat(300)}</p>\n.\n--=_alternative--\n<p>a=b&amp;c  \t\n</p>\n`,
  text: "1 – 40\n.\n--=_alternative\nFin \n",
  logo: null,
  language: "fr",
  messageId: "abc123",
};

const logo: MailLogo = {
  id: "logo@tirage",
  type: "image/png",
  bytes: Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256),
};

describe("a message", () => {
  it("is read as it was written, whatever its bodies contain", async () => {
    const read = await PostalMime.parse(writeMessage("tickets@example.test", mail));
    expect(read).toMatchObject({ subject: mail.subject, messageId: "<abc123@example.test>" });
    expect(read.from).toMatchObject({ name: mail.senderName, address: "tickets@example.test" });
    // The parser appends a line break.
    expect([read.html, read.text]).toEqual([`${mail.html}\n`, `${mail.text}\n`]);
  });

  it("carries the picture that its HTML shows, byte by byte, and no other message has one", async () => {
    const read = await PostalMime.parse(writeMessage("tickets@example.test", { ...mail, logo }));
    expect([read.html, read.text]).toEqual([`${mail.html}\n`, `${mail.text}\n`]);
    const [picture, ...others] = read.attachments;
    expect(picture).toMatchObject({ contentId: "<logo@tirage>", mimeType: "image/png", disposition: "inline" });
    expect(new Uint8Array(picture?.content as ArrayBuffer)).toEqual(logo.bytes);
    expect([others, (await PostalMime.parse(writeMessage("tickets@example.test", mail))).attachments]).toEqual([
      [],
      [],
    ]);
  });

  it.each([null, logo])("keeps to lines, and to ASCII, that every server on the way takes", (carried) => {
    const message = writeMessage("tickets@example.test", { ...mail, logo: carried }).toString("latin1");
    const isUnfit = (line: string) => line.length > 76 || /[^\t\x20-\x7e]/.test(line) || / $/.test(line);
    expect(message.split("\r\n").filter(isUnfit)).toEqual([]);
  });
});
