import type { CDPSession, Page } from "playwright/test";

import type { Role } from "@/lib/people/rules.roles";
import type { Shop } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { runAdmin } from "@/tests/support/servers/commands";

/** Statuses that tests of the console expect: without a session, without a fresh passkey, or for a replay. */
export const allowedInConsole = [/status of (401|403|409)/];

export type Authenticator = { cdp: CDPSession; id: string };

export const authenticatorOptions = {
  protocol: "ctap2" as const,
  transport: "internal" as const,
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
};

/** Adds a virtual authenticator to the page's browser, like that of a phone or a laptop. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options: authenticatorOptions });
  return { cdp, id };
}

/** Replaces the authenticator, as if the first device were out of reach. */
export async function changeAuthenticator({ cdp, id }: Authenticator): Promise<Authenticator> {
  await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options: authenticatorOptions });
  return { cdp, id: authenticatorId };
}

let people = 0;
export const freshEmail = () => `console-${people++}-${Date.now()}@example.test`;

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

export async function openAccountMenu(page: Page, language: Language): Promise<void> {
  await page.locator("summary").filter({ hasText: words[language].console.nav.account }).click();
}

export async function signOut(page: Page, language: Language): Promise<void> {
  await openAccountMenu(page, language);
  await button(page, words[language].console.nav.signOut).click();
}

/** The accessible name of a button in a row, which says what it acts on. */
export function actionFor(language: Language, action: string, name: string): string {
  return words[language].console.actionFor.replace("{action}", action).replace("{name}", name);
}

/** Opens an invitation's link and creates the passkey, as the invited person does. */
export async function accept(page: Page, language: Language, link: string, passkeyName = "Laptop"): Promise<void> {
  const t = words[language].console;
  await page.goto(link);
  await button(page, t.invitation.button).click();
  await page.getByLabel(t.passkey.name).fill(passkeyName);
  await button(page, t.invitation.make).click();
  await page.getByRole("heading", { name: t.account.passkeys }).waitFor();
}

/** Invites the first person with the command. */
export async function inviteFirst({ server }: Shop, language: Language, email: string): Promise<string> {
  const more = ["--name", "Marie Roy", "--lang", language];
  const ran = await runAdmin("console", server, ["invite", email, "--role", "admin", ...more]);
  return /^https?:\S+$/m.exec(ran.stdout)?.[0] ?? "";
}

type Invitation = { name: string; email: string; role: Role };

/** Opens the invitation form on the page of people, unless it is open. */
export async function openInviteForm(page: Page, language: Language) {
  const t = words[language].console.people;
  const opener = button(page, t.invite);
  if ((await opener.getAttribute("aria-expanded")) === "false") await opener.click();
  return page.getByRole("region", { name: t.invite });
}

/** Sends an invitation for all draws. Returns the link in the server's answer. */
export async function invite(page: Page, language: Language, { name, email, role }: Invitation): Promise<string> {
  const t = words[language].console.people;
  const form = await openInviteForm(page, language);
  await form.getByLabel(t.name, { exact: true }).fill(name);
  await form.getByLabel(t.email, { exact: true }).fill(email);
  await form.getByLabel(t.role, { exact: true }).selectOption(role);
  await form.getByLabel(t.scope, { exact: true }).selectOption("everything");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await button(page, t.send).click();
  return ((await (await answered).json()) as { link: string }).link;
}

export async function openAccount({ pages, server }: Shop, language: Language, more: RegExp[] = []) {
  const page = await pages.newPage({ locale: `${language}-CA`, allow: [...allowedInConsole, ...more] });
  const authenticator = await addAuthenticator(page);
  const email = freshEmail();
  await accept(page, language, await inviteFirst({ pages, server }, language, email));
  return { page, authenticator, email };
}
