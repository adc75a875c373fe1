import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { languages } from "@/lib/platform/i18n/routing";
import { findAxeViolations } from "@/tests/support/browser/axe";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import {
  accept,
  actionFor,
  addAuthenticator,
  allowedInConsole as allow,
  button,
} from "@/tests/support/browser/console";
import { viewports } from "@/tests/support/browser/open-pages";
import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";

const teams = [
  {
    id: "sides",
    title: { en: "Sides", fr: "Camps" },
    teams: [
      { id: "foxes", name: { en: "Foxes", fr: "Renards" }, color: "#c2410c", icon: "/demo/team-foxes.svg" },
      { id: "loons", name: { en: "Loons", fr: "Huards" }, color: "#1d4ed8" },
    ],
  },
];

/** The person is Teams Manager of one draw. */
async function openManager({ pages, server }: Shop, language: Language) {
  const draw = drawWith({ title: { en: "Gala", fr: "Gala d’hiver" }, teams });
  await importDraw(server, draw);
  await importDraw(server, drawWith({ teams }));
  const person = {
    ...{ email: `teams-${language}-${Date.now()}@example.test`, name: "Jo Tremblay", locale: language },
    roles: [{ role: "Teams Manager", scope: { kind: "draw", drawId: draw.id } }],
  };
  const { body } = await adminCall<{ link: string }>(server, "POST", "/api/admin/persons", person);
  const page = await pages.newPage({ locale: `${language}-CA`, allow: [...allow, /status of 422/] });
  await addAuthenticator(page);
  await accept(page, language, body.link);
  return { page, draw };
}

/** The accessible name of the list of a team's pictures. */
const pictureChoices = (language: Language, team: { en: string; fr: string }) =>
  words[language].console.teams.pickPicture.replace("{name}", team[language]);

const namesOf = (page: Page, label: string) =>
  page.getByLabel(label).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

for (const language of languages) {
  const t = words[language].console;

  shopTest(
    `teams are renamed, coloured and moved by a Teams Manager in ${language}, and buyers see it`,
    fullRunOnlyIn(language, "@desktop"),
    async ({ pages, server }) => {
      const { page, draw } = await openManager({ pages, server }, language);
      await page.getByRole("link", { name: t.nav.teams, exact: true }).click();
      await page.getByText(draw.id, { exact: true }).waitFor();
      // The other draw is outside of the role.
      expect(await page.getByRole("listitem").count()).toBe(1);
      await page.getByRole("link", { name: /Gala/ }).click();
      await page.getByLabel(t.teams.nameEn).first().fill("Red Foxes");
      await page.getByLabel(t.teams.nameFr).first().fill("Renards roux");
      await page.getByLabel(t.teams.color, { exact: true }).first().fill("#b91c1c");
      const loons = pictureChoices(language, { en: "Loons", fr: "Huards" });
      await button(page, `${loons}: ${t.teams.noPicture}`).click();
      await page.getByRole("group", { name: loons }).getByTitle(t.teams.icons.bird, { exact: true }).click();
      const shownName = language === "fr" ? "Renards roux" : "Red Foxes";
      const down = button(page, actionFor(language, t.teams.down, shownName));
      await down.focus();
      await page.keyboard.press("Enter");
      expect(await namesOf(page, t.teams.nameEn)).toEqual(["Loons", "Red Foxes"]);
      await expect(down).toBeFocused();
      await button(page, t.teams.save).click();
      await page.getByText(t.teams.saved).waitFor();
      await page.reload();
      await page.getByLabel(t.teams.nameEn).first().waitFor();
      expect(await namesOf(page, t.teams.nameEn)).toEqual(["Loons", "Red Foxes"]);
      await button(page, `${loons}: ${t.teams.icons.bird}`).waitFor();

      const buyer = await pages.newPage({ locale: `${language}-CA` });
      await buyer.goto(`${server.url}${pathIn(language, `/${draw.id}`)}`);
      await buyer.getByRole("radio", { name: shownName }).waitFor();
    },
  );

  shopTest(
    `teams that somebody else changed are not overwritten, in ${language}`,
    fullRunOnlyIn(language),
    async ({ pages, server }) => {
      const { page, draw } = await openManager({ pages, server }, language);
      await page.goto(`${server.url}${pathIn(language, `/console/teams?draw=${draw.id}`)}`);
      await page.getByLabel(t.teams.nameEn).first().fill("Red Foxes");
      const [group] = teams;
      const others = { ...group, teams: group?.teams.map((team) => ({ ...team, color: "#15803d" })) };
      await importDraw(server, { ...draw, teams: [others] } as typeof draw);
      await button(page, t.teams.save).click();
      await page.getByText(words[language].reasons["draw-edited"]).waitFor();
      // Unsaved input stays until the person reloads the teams.
      expect(await namesOf(page, t.teams.nameEn)).toEqual(["Red Foxes", "Loons"]);
      await button(page, t.teams.reload).click();
      await expect(page.getByLabel(t.teams.color, { exact: true }).first()).toHaveValue("#15803d");
      await page.getByLabel(t.teams.color, { exact: true }).first().fill("green");
      await button(page, t.teams.save).click();
      await page.getByText(words[language].fieldProblems.malformed).waitFor();
      await expect(page.getByLabel(t.teams.color, { exact: true }).first()).toHaveAttribute("aria-invalid", "true");
    },
  );

  for (const dark of [false, true]) {
    shopTest(
      `the teams fit a phone and a wide screen in ${language}, ${dark ? "dark" : "light"}`,
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { page, draw } = await openManager({ pages, server }, language);
        await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
        for (const viewport of [viewports.phone, viewports.desktop]) {
          await page.setViewportSize(viewport);
          for (const query of ["", `?draw=${draw.id}`]) {
            await page.goto(`${server.url}${pathIn(language, `/console/teams${query}`)}`);
            await page.getByText(query ? t.teams.intro : draw.id, { exact: true }).waitFor();
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            expect(overflow).toBeLessThanOrEqual(0);
            expect(await findAxeViolations(page)).toEqual([]);
          }
        }
      },
    );
  }
}
