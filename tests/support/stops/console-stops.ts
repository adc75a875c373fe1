import type { Locator } from "playwright/test";
import { pathIn } from "@/tests/support/browser/checkout";
import { invite } from "@/tests/support/browser/console";
import { adminCall } from "@/tests/support/calls/buyer";

import type { Stop, Visit } from "./stop";
import { getWords, goTo, opens } from "./stop";

/** Before the sign-in, this status is expected. */
const allow = [/status of 401/];

async function demoPath({ site, language }: Visit): Promise<string> {
  type Links = { links: { role: string; link: string }[] };
  const { body } = await adminCall<Links>(site.server, "POST", "/api/admin/persons/demo");
  const link = new URL(body.links.find(({ role }) => role === "admin")?.link ?? "");
  return link.origin + pathIn(language, link.pathname) + link.hash;
}

async function openDemo(visit: Visit): Promise<void> {
  await visit.page.goto(await demoPath(visit));
  await visit.page.getByRole("heading", { name: getWords(visit).console.demo.title }).waitFor();
}

async function signIn(visit: Visit): Promise<void> {
  await openDemo(visit);
  await visit.page.getByRole("button", { name: getWords(visit).console.demo.button }).click();
  await visit.page.getByRole("heading", { name: getWords(visit).console.homePage.title, level: 1 }).waitFor();
}

/** With every table open. */
async function openHome(visit: Visit): Promise<void> {
  const t = getWords(visit).console.homePage;
  await signIn(visit);
  await visit.page.getByRole("heading", { name: t.needs.title, exact: true }).waitFor();
  for (const title of [t.asTable, t.parts.title])
    await visit.page.locator("summary", { hasText: title }).first().click();
}

async function openAccount(visit: Visit): Promise<void> {
  await signIn(visit);
  await goTo(visit, "/console/account");
  await visit.page.getByRole("heading", { name: getWords(visit).console.account.sessions }).waitFor();
}

async function openPeople(visit: Visit): Promise<void> {
  const t = getWords(visit).console.people;
  await signIn(visit);
  await goTo(visit, "/console/people");
  await visit.page
    .getByRole("button", { name: new RegExp(`^${t.manage}`) })
    .first()
    .click();
  await visit.page.getByText(t.inviteAgainText).waitFor();
  await invite(visit.page, visit.language, {
    name: "Jo Tremblay",
    email: `jo-${Date.now()}@example.test`,
    role: "Order Refunder",
  });
  await visit.page.getByRole("button", { name: getWords(visit).console.link.copy }).waitFor();
}

async function openTablets(visit: Visit): Promise<void> {
  const t = getWords(visit).console.tablets;
  await signIn(visit);
  await goTo(visit, "/console/tablets");
  await visit.page.getByLabel(t.name, { exact: true }).fill("Gate 9");
  const form = visit.page.getByRole("region", { name: t.add });
  await form.getByLabel(t.organizer, { exact: true }).selectOption("demo-parent");
  await form.getByLabel(t.location, { exact: true }).selectOption({ label: t.otherLocation });
  await form.getByLabel(t.newLocation).fill("north");
  await visit.page.getByRole("button", { name: t.create }).click();
  await visit.page.getByRole("button", { name: getWords(visit).console.link.copy }).waitFor();
  await visit.page
    .getByRole("button", { name: new RegExp(`^${t.manage}`) })
    .first()
    .click();
  await visit.page.getByText(t.listsOthersText).waitFor();
}

async function openTeams(visit: Visit): Promise<void> {
  const t = getWords(visit).console.teams;
  await signIn(visit);
  await goTo(visit, "/console/teams");
  await visit.page.getByText("demo5050", { exact: true }).waitFor();
  await goTo(visit, "/console/teams?draw=demo5050");
  await visit.page.getByLabel(t.nameFr).first().waitFor();
}

async function openDraws(visit: Visit): Promise<void> {
  const t = getWords(visit).console.draws;
  await signIn(visit);
  await goTo(visit, "/console/draws");
  await visit.page.getByRole("button", { name: t.new, exact: true }).click();
  await visit.page.getByLabel(t.form.name, { exact: true }).waitFor();
}

/** The whole set-up of a new draw, with what it lacks. */
async function openDraft(visit: Visit): Promise<void> {
  const { draws, setUp } = getWords(visit).console;
  await openDraws(visit);
  // Each look at the page needs a draw of its own.
  await visit.page.getByLabel(draws.form.name, { exact: true }).fill(`Gala ${Date.now()}`);
  await visit.page.getByRole("button", { name: draws.form.create }).click();
  for (const step of ["tickets", "second", "buyers", "payments", "review"] as const) {
    await visit.page.getByRole("button", { name: new RegExp(`^\\d+ ${setUp.steps[step]}`) }).click();
    await visit.page.getByRole("heading", { name: setUp.steps[step], exact: true }).waitFor();
  }
}

function firstOrder({ page }: Visit): Locator {
  return page.getByRole("link", { name: /^[0-9A-Z]{10}$/ }).first();
}

async function openOrders(visit: Visit): Promise<void> {
  await signIn(visit);
  await goTo(visit, "/console/orders");
  await firstOrder(visit).waitFor();
}

async function openOrder(visit: Visit): Promise<void> {
  await openOrders(visit);
  const code = await firstOrder(visit).innerText();
  await firstOrder(visit).click();
  await visit.page.getByRole("heading", { name: code }).waitFor();
}

async function openHistory(visit: Visit): Promise<void> {
  const { history } = getWords(visit).console;
  await signIn(visit);
  await goTo(visit, "/console/history");
  await visit.page.getByRole("row").filter({ hasText: history.kinds["draw-imported"] }).first().waitFor();
  await visit.page.getByLabel(history.seal.label).fill("gala=12:0123456789abcdef");
  await visit.page.getByRole("button", { name: history.seal.button }).click();
  await visit.page.getByText(history.seal.missing).waitFor();
}

export const consoleStops: Stop[] = [
  {
    name: "the door of the console",
    route: "/console",
    allow,
    open: opens("/console", (visit) => visit.page.getByRole("heading", { name: getWords(visit).console.signIn.title })),
  },
  { name: "the home of the console", route: "/console", allow, open: openHome },
  { name: "one's own account", route: "/console/account", allow, open: openAccount },
  { name: "the draws of the console", route: "/console/draws", allow, open: openDraws },
  { name: "a draw that is set up", route: "/console/draws/[instanceId]", allow, open: openDraft },
  { name: "the tablets of the console", route: "/console/tablets", allow, open: openTablets },
  { name: "the teams of a draw", route: "/console/teams", allow, open: openTeams },
  { name: "the people of the console", route: "/console/people", allow, open: openPeople },
  { name: "the orders of the console", route: "/console/orders", allow, open: openOrders },
  { name: "an order in the console", route: "/console/orders/[instanceId]/[code]", allow, open: openOrder },
  { name: "the history", route: "/console/history", allow, open: openHistory },
  {
    name: "an invitation without its code",
    route: "/console/invitation",
    open: opens("/console/invitation", (visit) => visit.page.getByText(getWords(visit).console.invitation.missing)),
  },
  {
    name: "an invitation",
    route: "/console/invitation",
    open: opens(`/console/invitation#code=${"0".repeat(26)}`, (visit) =>
      visit.page.getByText(getWords(visit).console.invitation.text),
    ),
  },
  { name: "a link of the demo's console", route: "/console/demo", open: openDemo },
];
