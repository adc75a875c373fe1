import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { shopTest, stageTest } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import {
  accept,
  actionFor,
  addAuthenticator,
  allowedInConsole as allow,
  button,
  changeAuthenticator,
  freshEmail,
  invite,
  inviteFirst,
  openAccount,
  openAccountMenu,
  authenticatorOptions as options,
  signOut,
} from "@/tests/support/browser/console";
import { adminCall } from "@/tests/support/calls/buyer";
import { ageData } from "@/tests/support/databases/age-data";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import { waitForMails } from "@/tests/support/sandbox/mailbox";

const test = shopTest;

for (const language of languages) {
  test.describe(`the console in ${language}`, () => {
    const t = words[language].console;

    test(
      "lets the first person in, who adds a second passkey and signs in with it",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page, authenticator, email } = await openAccount({ pages, server }, language);
        expect(page.url()).not.toContain("code=");
        await page.getByRole("heading", { name: "Marie Roy" }).waitFor();
        await page.getByText(t.rights.access).waitFor();
        await page.getByText(t.account.second).waitFor();
        await changeAuthenticator(authenticator);
        await page.getByLabel(t.passkey.name).fill("Phone");
        await button(page, t.account.add).click();
        await page.getByText(t.account.added).waitFor();
        await page.getByText(t.account.second).waitFor({ state: "detached" });
        await signOut(page, language);
        await button(page, t.signIn.button).click();
        await page.getByRole("heading", { name: "Marie Roy" }).waitFor();
        const mails = await waitForMails(server.sandboxUrl, email, 3);
        const subjects = mails.map(({ subject }) => subject);
        const host = new URL(server.url).host;
        expect(subjects).toContain(t.letters.invitation.subject.replace("{host}", host));
        expect(subjects).toContain(t.letters["passkey-added"].subject.replace("{host}", host));
      },
    );

    test(
      "invites somebody with one role, who can do no more than that",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openAccount({ pages, server }, language);
        await page.getByRole("link", { name: t.nav.people }).click();
        const email = freshEmail();
        await invite(page, language, { name: "Jo Tremblay", email, role: "auditor" });
        await page.getByText(t.people.invited.replace("{email}", email)).waitFor();
        await page.getByRole("listitem").filter({ hasText: email }).getByText(t.people.states.invited).waitFor();
        const [mail] = await waitForMails(server.sandboxUrl, email, 1);
        const link = /https?:\S+#code=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
        const guest = await pages.newPage({ locale: `${language}-CA`, allow });
        await addAuthenticator(guest);
        await accept(guest, language, link);
        await guest.getByText(t.rights.readOnly).waitFor();
        expect(await guest.getByRole("link", { name: t.nav.people }).count()).toBe(0);
        const refused = await guest.evaluate(() => fetch("/api/admin/persons").then(({ status }) => status));
        expect(refused).toBe(403);
        // A used link doesn't work in any other browser.
        const thief = await pages.newPage({ locale: `${language}-CA`, allow });
        await thief.goto(link);
        await button(thief, t.invitation.button).click();
        await thief.getByText(words[language].reasons["invitation-over"]).waitFor();
      },
    );
  });
}

test("an invitation does nothing before a press, and survives a reload and a change of language", async ({
  pages,
  server,
}) => {
  const link = await inviteFirst({ pages, server }, "en", freshEmail());
  const page = await pages.newPage({ allow });
  const code = new URL(link).hash.slice("#code=".length);
  expect(code).not.toBe("");
  const calls: string[] = [];
  const sent: string[] = [];
  page.on("request", (request) => {
    calls.push(request.url());
    sent.push(request.url(), request.headers().referer ?? "", request.postData() ?? "");
  });
  await page.goto(link);
  await expect(button(page, words.en.console.invitation.button)).toBeEnabled();
  await page.reload();
  await page.getByRole("link", { name: "Français" }).click();
  await expect(button(page, words.fr.console.invitation.button)).toBeEnabled();
  expect(calls.filter((url) => url.includes("/api/admin/"))).toEqual([]);
  expect(page.url()).not.toContain(code);
  expect(await page.evaluate(() => document.referrer)).not.toContain(code);
  expect(sent.filter((text) => text.includes(code))).toEqual([]);
});

for (const language of languages) {
  test.describe(`a session of the console in ${language}`, () => {
    const t = words[language].console;
    test(
      "a copied cookie ends with its session, and a replayed signature opens nothing",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openAccount({ pages, server }, language);
        const signIns: string[] = [];
        page.on("request", (request) => {
          if (request.url().endsWith("/api/admin/sign-in")) signIns.push(request.postData() ?? "");
        });
        await signOut(page, language);
        await button(page, t.signIn.button).click();
        await page.getByRole("heading", { name: "Marie Roy" }).waitFor();
        const own = { origin: server.url, "content-type": "application/json" };
        const replayed = await fetch(`${server.url}/api/admin/sign-in`, {
          method: "POST",
          headers: own,
          body: signIns[0] ?? "",
        });
        expect([replayed.status, await replayed.json()]).toMatchObject([409, { reason: "challenge-over" }]);
        const cookies = await page.context().cookies();
        const copied = cookies.find(({ name }) => name === "tirage-console");
        expect(copied).toMatchObject({ httpOnly: true, sameSite: "Strict" });
        const cookie = `tirage-console=${copied?.value}`;
        const me = (headers: Record<string, string>) =>
          fetch(`${server.url}/api/admin/me`, { headers: { cookie, ...headers } }).then(({ status }) => status);
        expect(await me({ origin: server.url })).toBe(200);
        expect(await me({ origin: "https://evil.example" })).toBe(403);
        expect(await me({ "sec-fetch-site": "cross-site" })).toBe(403);
        expect(await me({})).toBe(403);
        await button(page, t.account.endAll).click();
        expect(await me({ origin: server.url })).toBe(200);
        await page.getByRole("group", { name: t.account.endAllQuestion }).getByRole("button").first().click();
        await button(page, t.signIn.button).waitFor();
        expect(await me({ origin: server.url })).toBe(401);
      },
    );

    test(
      "another host of the server signs nobody in, and says where passkeys work",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page } = await openAccount({ pages, server }, language);
        await page.goto(`http://127.0.0.1:${server.port}/console`);
        await button(page, t.signIn.button).click();
        await page.getByText(t.passkey.elsewhere.replace("{host}", "localhost")).waitFor();
        expect((await page.context().cookies(page.url())).filter(({ name }) => name === "tirage-console")).toEqual([]);
      },
    );

    stageTest(
      "a change of access asks for the passkey again; the last admin keeps the role",
      fullRunOnlyIn(language),
      async ({ pages, stage }) => {
        const first = await stage.start();
        const { page, email } = await openAccount({ pages, server: first }, language, [/ERR_CONNECTION_REFUSED/]);
        await first.terminate();
        await ageData(stage.dataDir, 6);
        const server = await stage.start({}, first.port);
        await page.goto(`${server.url}/console/people`);
        const row = page.getByRole("listitem").filter({ hasText: email });
        await button(page, actionFor(language, t.people.manage, "Marie Roy")).click();
        await row.getByLabel(t.people.role, { exact: true }).selectOption("Order Manager");
        await row.getByLabel(t.people.scope, { exact: true }).selectOption("everything");
        const add = row.getByRole("button", { name: t.people.addRole });
        await add.click();
        await page.getByRole("heading", { name: t.confirm.title }).waitFor();
        await button(page, t.confirm.cancel).click();
        await row.getByText(words[language].reasons["passkey-required"]).waitFor();
        // The dialog returns the focus, and the choices stay.
        await expect(add).toBeFocused();
        await add.click();
        await button(page, t.confirm.button).click();
        await row.getByText(t.people.saved).waitFor();
        await row.getByText(t.roles.orderManager).first().waitFor();
        // The session is fresh for five minutes, so no passkey is needed.
        await row.getByRole("button", { name: actionFor(language, t.people.withdraw, t.roles.admin) }).click();
        await button(page, t.people.withdraw).click();
        await row.getByText(words[language].reasons["last-admin"]).waitFor();
      },
    );

    test(
      "who lost all passkeys comes back by the command, and the lost one opens nothing",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page, authenticator, email } = await openAccount({ pages, server }, language);
        const lost = await authenticator.cdp.send("WebAuthn.getCredentials", { authenticatorId: authenticator.id });
        const [credential] = lost.credentials;
        if (!credential) throw new Error("The authenticator has no passkey.");
        const again = await changeAuthenticator(authenticator);
        await accept(page, language, await inviteFirst({ pages, server }, language, email), "New laptop");
        await page.getByText("New laptop").waitFor();
        expect(await page.getByText("Laptop", { exact: true }).count()).toBe(0);
        await signOut(page, language);
        const { authenticatorId } = await again.cdp
          .send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: again.id })
          .then(() => again.cdp.send("WebAuthn.addVirtualAuthenticator", { options }));
        await again.cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
        await button(page, t.signIn.button).click();
        await page.getByText(words[language].reasons["passkey-wrong"]).waitFor();
      },
    );
  });
}

test("a link of the demo signs in as often as one likes, without a passkey", async ({ pages, server }) => {
  const { body } = await adminCall<{ links: { role: string; link: string }[] }>(
    server,
    "POST",
    "/api/admin/persons/demo",
  );
  const link = body.links.find(({ role }) => role === "auditor")?.link ?? "";
  const t = words.en.console;
  for (const _time of [1, 2]) {
    const page = await pages.newPage({ allow });
    await page.goto(link);
    await button(page, t.demo.button).click();
    await page.getByRole("heading", { name: t.homePage.title, level: 1 }).waitFor();
    await openAccountMenu(page, "en");
    await page.getByRole("link", { name: t.nav.account }).click();
    await page.getByText(t.rights.readOnly).waitFor();
    await page.getByText(t.account.demo).waitFor();
  }
});
