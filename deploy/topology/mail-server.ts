import { appendFileSync } from "node:fs";

import type { SMTPServerDataStream } from "smtp-server";
import { SMTPServer } from "smtp-server";

import type { ReceivedMail } from "./mails";

const [port = "", file = ""] = process.argv.slice(2);

async function readMessageId(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  const head = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n")[0] ?? "";
  return /^Message-ID: *(\S+)/im.exec(head)?.[1] ?? "";
}

const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, session, answer) => {
    readMessageId(stream).then((messageId) => {
      const to = session.envelope.rcptTo[0]?.address ?? "";
      // Written before the message is accepted, so that a kill in between causes a repeat and not a loss.
      appendFileSync(file, `${JSON.stringify({ to, messageId } satisfies ReceivedMail)}\n`);
      answer();
    }, answer);
  },
});
// Clients that disconnect in the middle are part of the faults.
server.on("error", () => undefined);
server.listen(Number(port), "127.0.0.1", () => console.log(`Takes mail at port ${port}.`));
