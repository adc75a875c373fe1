import type { ReceivedMail } from "@/sandbox/mail/mailbox";
import { escapeHtml } from "./escape-html";

export function mailboxPage(mails: ReceivedMail[]): string {
  const rows = [...mails].reverse().map(row).join("");
  return page(
    "Mailbox",
    `<h1>Mailbox</h1>
<p>Mail of the demo ends here; none leaves this machine. ${mails.length === 0 ? "Nothing has arrived yet." : "Newest first:"}</p>
<ol>${rows}</ol>`,
  );
}

/** The mail in a frame that may only open links, then its plain text and headers. */
export function mailPage({ id, subject, text, headers }: ReceivedMail): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return page(
    subject,
    `<p><a href="/sandbox/mailbox">Mailbox</a></p>
<h1>${escapeHtml(subject)}</h1>
<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/sandbox/mailbox/${id}/html"></iframe>
<h2>Plain text</h2>
<pre>${escapeHtml(text)}</pre>
<h2>Headers</h2>
<pre>${escapeHtml(lines)}</pre>`,
  );
}

export function mailBody({ html }: ReceivedMail): string {
  return html.replace("<head>", '<head><base target="_blank">');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/customcheckout/1/sandbox-page.css">
</head>
<body>
${body}
</body>
</html>
`;
}

function row({ id, receivedAt, to, subject }: ReceivedMail): string {
  const link = `<a href="/sandbox/mailbox/${id}">${escapeHtml(subject || "(no subject)")}</a>`;
  const arrived = `${receivedAt.slice(0, 19).replace("T", " ")} UTC`;
  return `<li>${link}<br>${escapeHtml(to.join(", "))} · ${escapeHtml(arrived)}</li>`;
}
