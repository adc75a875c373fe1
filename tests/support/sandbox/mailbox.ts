import type { ReceivedMail } from "@/sandbox/mail/mailbox";
import type { SandboxSettings } from "@/sandbox/sandbox-state";

import { pollUntil } from "@/tests/support/servers/poll-until";

export async function setMailServer(sandboxUrl: string, mailServer: SandboxSettings["mailServer"]): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mailServer }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
}

/** The newest comes last. */
export async function listMails(sandboxUrl: string, address: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${sandboxUrl}/sandbox/mail?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { mails: ReceivedMail[] }).mails;
}

export async function waitForMails(sandboxUrl: string, email: string, count = 1): Promise<ReceivedMail[]> {
  const patience = { timeout: 60_000, interval: 100 };
  return pollUntil(
    () => listMails(sandboxUrl, email),
    (mails) => mails.length >= count,
    patience,
  );
}
