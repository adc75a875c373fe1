import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { listMails, setMailServer } from "@/tests/support/sandbox/mailbox";
import { freePort } from "@/tests/support/servers/free-port";
import { createSmtpGateway } from "./gateway.smtp";
import type { MailGateway, OutgoingMail } from "./port";
import { sendTimeoutMs } from "./port";

let sandbox: RunningSandbox;
let gateway: MailGateway;

const toSmtpUrl = (port: number) => `smtp://127.0.0.1:${port}?from=tickets@example.test`;

const mail: OutgoingMail = {
  to: "marie@example.test",
  senderName: 'Fondation "Aréna", <Toronto>',
  replyTo: "aide@example.test",
  subject: "Vos numéros pour « Moitié-moitié »",
  html: "<p>1 – 40</p>",
  text: "1 – 40\n.\nFin",
  logo: null,
  language: "fr",
  messageId: "abc123",
};

beforeAll(async () => {
  sandbox = await startSandbox();
  gateway = createSmtpGateway({ url: toSmtpUrl(sandbox.smtpPort) });
});
beforeEach(() => setMailServer(sandbox.url, "up"));
afterAll(() => sandbox.close());

describe("an email over SMTP", () => {
  it("arrives as written, from our own address in the organization's name", async () => {
    expect(await gateway.send(mail)).toEqual({ kind: "sent" });
    const [received] = await listMails(sandbox.url, mail.to);
    expect(received).toMatchObject({
      from: 'Fondation "Aréna", <Toronto> <tickets@example.test>',
      subject: mail.subject,
      messageId: "<abc123@example.test>",
      text: `${mail.text}\n`,
    });
    const headers = Object.fromEntries((received?.headers ?? []).map(({ name, value }) => [name, value]));
    expect(headers).toMatchObject({ "Reply-To": "aide@example.test", "Content-Language": "fr-FR" });
  });

  it("distinguishes a refused recipient from a server that is busy or down", async () => {
    const kindWhen = async (mode: Parameters<typeof setMailServer>[1]) => {
      await setMailServer(sandbox.url, mode);
      return gateway.send(mail);
    };
    expect(await kindWhen("refusing")).toEqual({ kind: "refused", cause: "EENVELOPE RCPT TO 550" });
    expect(await kindWhen("busy")).toEqual({ kind: "deferred", cause: "EMESSAGE DATA 451" });
    expect(await kindWhen("away")).toMatchObject({ kind: "unreachable" });
    expect(await kindWhen("cutting")).toMatchObject({ kind: "unreachable" });
    expect(await kindWhen("up")).toEqual({ kind: "sent" });
    const nobody = createSmtpGateway({ url: toSmtpUrl(await freePort()) });
    expect(await nobody.send(mail)).toMatchObject({ kind: "unreachable" });
  });

  it.each(["silent", "stalling"] as const)("gives up on a %s server, which would never answer", async (mode) => {
    await setMailServer(sandbox.url, mode);
    // Only a new connection waits for a greeting.
    const fresh = createSmtpGateway({ url: toSmtpUrl(sandbox.smtpPort) });
    const startedMs = performance.now();
    expect(await fresh.send(mail)).toMatchObject({ kind: "unreachable" });
    expect(performance.now() - startedMs).toBeLessThan(sendTimeoutMs + 20_000);
  });

  it("is never sent in the clear to another machine", async () => {
    // The sandbox has no TLS, and 127.0.0.2 doesn't count as this machine.
    const clear = createSmtpGateway({ url: toSmtpUrl(sandbox.smtpPort).replace("127.0.0.1", "127.0.0.2") });
    expect(await clear.send({ ...mail, to: "clear@example.test" })).toMatchObject({ kind: "unreachable" });
    expect(await listMails(sandbox.url, "clear@example.test")).toEqual([]);
  });
});
