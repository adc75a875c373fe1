import type { Page } from "playwright/test";

import { otherAccount, thirdAccount } from "@/sandbox/accounts";
import type { Shop } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { words } from "@/tests/support/browser/checkout";
import { accept, addAuthenticator, allowedInConsole as allow, button } from "@/tests/support/browser/console";
import { adminCall } from "@/tests/support/calls/buyer";

/** Draws of other files on this server have the demo account, which no other organizer may take then. */
const ownAccounts = { en: otherAccount, fr: thirdAccount } as const;

/** Signs in an admin of one organizer that has no draw yet. */
export async function openManager({ pages, server }: Shop, language: Language, parentId: string): Promise<Page> {
  const person = {
    ...{ email: `${parentId}@example.test`, name: "Jo Tremblay", locale: language },
    roles: [{ role: "admin", scope: { kind: "parent", parentId } }],
  };
  const { body } = await adminCall<{ link: string }>(server, "POST", "/api/admin/persons", person);
  const page = await pages.newPage({
    locale: `${language}-CA`,
    allow: [...allow, /status of (?:404|409|422)|INTERNET_DISCONNECTED/],
  });
  await addAuthenticator(page);
  await accept(page, language, body.link);
  return page;
}

/** A time on the clock of a draw in Toronto, `days` from now. */
export function clock(days: number, time: string): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
}

export class SetUp {
  readonly t;
  constructor(
    readonly page: Page,
    readonly language: Language,
  ) {
    this.t = words[language].console.setUp;
  }

  async open(step: keyof (typeof words)["en"]["console"]["setUp"]["steps"]): Promise<void> {
    const name = this.t.steps[step];
    await this.page.getByRole("button", { name: new RegExp(`^\\d+ ${name}`) }).click();
    await this.page.getByRole("heading", { name, exact: true }).waitFor();
  }

  async fillTexts(label: string, en: string, fr: string): Promise<void> {
    const group = this.page.getByRole("group", { name: label, exact: true });
    await group.getByLabel(words[this.language].language.en).fill(en);
    await group.getByLabel(words[this.language].language.fr).fill(fr);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async addPackage(tickets: string, price: string): Promise<void> {
    const { packages } = this.t;
    await button(this.page, packages.add).first().click();
    await this.page.getByLabel(packages.tickets, { exact: true }).last().fill(tickets);
    await this.page.getByLabel(packages.price, { exact: true }).last().fill(price);
  }

  /** All that a 50/50 needs, step by step. */
  async fillDraw(): Promise<void> {
    const { basics, dates, tickets, prizes } = this.t;
    await this.fillTexts(basics.title, "Arena 50/50", "50/50 de l’aréna");
    await this.fillTexts(basics.organization, "Arena Foundation", "Fondation de l’aréna");
    await this.fill(basics.license, "RAF123456");
    await this.fill(basics.supportEmail, "help@arena.test");
    await this.open("dates");
    await this.fill(dates.opens, clock(-1, "09:00"));
    await this.fill(dates.closes, clock(20, "21:00"));
    await this.fill(dates.draws, clock(21, "12:00"));
    await this.open("tickets");
    await this.addPackage("3", "5");
    await this.addPackage("10", "10");
    await this.fill(tickets.maxTickets, "5000");
    await this.open("prizes");
    await this.fillTexts(prizes.description, "Half of the pot", "La moitié de la cagnotte");
    await this.fillRest();
    await this.connect();
  }

  /** Who may buy, and the rules. */
  async fillRest(): Promise<void> {
    const { buyers, texts } = this.t;
    await this.open("buyers");
    await this.page.getByLabel(buyers.gps, { exact: true }).uncheck();
    await this.page.getByLabel(buyers.ip, { exact: true }).uncheck();
    await this.open("texts");
    await this.fillTexts(texts.rules, "The rules.", "Le règlement.");
  }

  async connect(): Promise<void> {
    const { payments } = this.t;
    await this.open("payments");
    const { merchantId, passcodes } = ownAccounts[this.language];
    await this.fill(payments.fields.merchantId.label, merchantId);
    await this.fill(payments.fields.passcode.label, passcodes.payments);
    await this.fill(payments.fields.reportingPasscode.label, passcodes.reporting);
    await button(this.page, payments.save).click();
    await this.page.getByText(payments.connected).waitFor();
  }
}

type DrawType = "5050 Cash" | "Prize raffle";

export async function startDraw(
  page: Page,
  language: Language,
  name: string,
  type: DrawType = "5050 Cash",
): Promise<SetUp> {
  const { draws, nav } = words[language].console;
  await page.getByRole("link", { name: nav.draws, exact: true }).click();
  await button(page, draws.new).click();
  await page.getByLabel(draws.form.name, { exact: true }).fill(name);
  await page.getByLabel(draws.form.type, { exact: true }).selectOption(type);
  await button(page, draws.form.create).click();
  const setUp = new SetUp(page, language);
  await page.getByRole("heading", { name: setUp.t.steps.basics, exact: true }).waitFor();
  return setUp;
}
