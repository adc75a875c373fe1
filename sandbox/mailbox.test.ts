import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createMailbox, maxMails } from "./mail/mailbox";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";
import type { SandboxClient } from "./test-client";
import { createClient } from "./test-client";

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox.url);
});
beforeEach(() => client.control("reset"));
afterAll(() => sandbox.close());

function send(subject: string, html = "<html><head></head><body>Bonjour</body></html>") {
  const transport = createTransport({ host: "127.0.0.1", port: sandbox.smtpPort, ignoreTLS: true });
  return transport.sendMail({ from: "a@example.test", to: "b@example.test", subject, html, text: "Bonjour" });
}

test("an email is listed, found by its recipient, and deleted on request", async () => {
  await send("Reçu");
  const listed = await client.call("GET", "/sandbox/mail?to=b%40example.test");
  expect(listed.text).toContain('"subject":"Reçu"');
  expect((await client.call("GET", "/sandbox/mail?to=c%40example.test")).text).toBe('{"mails":[]}');
  expect((await client.call("DELETE", "/sandbox/mail")).text).toBe('{"mails":[]}');
  expect((await client.call("GET", "/sandbox/mail")).text).toBe('{"mails":[]}');
});

test("is displayed in a frame that can only open links; its subject stays text", async () => {
  await send("<script>alert(1)</script>", "<html><head></head><body><script>alert(1)</script></body></html>");
  const list = await client.call("GET", "/sandbox/mailbox");
  expect(list.text).toContain("&lt;script&gt;alert(1)");
  const path = /\/sandbox\/mailbox\/\d+/.exec(list.text)?.[0] ?? "";
  const page = await client.call("GET", path);
  expect(page.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page.text).not.toContain("<script>");
  const body = await client.call("GET", `${path}/html`);
  expect(body.text).toContain('<base target="_blank">');
  expect(body.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox allow-popups/);
  expect((await client.call("GET", "/sandbox/mailbox/999999")).status).toBe(404);
});

test("keeps only the newest, up to its limit", async () => {
  const mailbox = createMailbox();
  for (let count = 0; count < maxMails + 5; count += 1) {
    mailbox.receive(Buffer.from(`Subject: ${count}\r\n\r\n`), ["b@example.test"], new Date(0));
  }
  const mails = await mailbox.list();
  expect(mails).toHaveLength(maxMails);
  expect(mails.at(-1)?.subject).toBe(String(maxMails + 4));
});

test("an address of no existing domain is refused, and the next one is not", async () => {
  const transport = createTransport({ host: "127.0.0.1", port: sandbox.smtpPort, ignoreTLS: true });
  const sendTo = (to: string) => transport.sendMail({ from: "a@example.test", to, subject: "Reçu", text: "Bonjour" });
  await expect(sendTo("b@example.Invalid")).rejects.toMatchObject({ responseCode: 550 });
  await sendTo("invalid@example.test");
  expect((await client.call("GET", "/sandbox/mail?to=invalid%40example.test")).text).toContain('"subject":"Reçu"');
});
