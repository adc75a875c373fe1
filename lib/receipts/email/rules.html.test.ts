import { describe, expect, it } from "vitest";

import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import type { MailKind } from "@/lib/receipts/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { receiptDraw } from "@/tests/support/draws/receipt-draw";
import type { EmailChange } from "@/tests/support/draws/receipt-email";
import { getBodies, receiptEmail, visibleTexts } from "@/tests/support/draws/receipt-email";
import type { EmailContent } from "./rules.content";
import { renderHtml } from "./rules.html";
import { renderText } from "./rules.text";

function stakeIn({ parts }: EmailContent) {
  const [stake] = parts.flatMap((part) => (part.kind === "numbers" ? part.draws.map((numbers) => numbers.stake) : []));
  return stake;
}

describe("the ticket at the top", () => {
  it.each(["receipt", "copy"] as const)("shows draw, organization and numbers before anything else: %s", (kind) => {
    const html = visibleTexts(renderHtml(receiptEmail(kind, "en")).replace(/<head>.*?<\/head>/s, ""));
    const places = ["Arena 50/50", "Fondation Aréna", "Your numbers", "1\u00a0–\u00a040", "View your order"].map(
      (words) => html.indexOf(words),
    );
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(places.every((place) => place >= 0)).toBe(true);
  });

  it("stands under the good news of a purchase, which is none once money went back", () => {
    const greetingOf = (kind: MailKind, order: object = {}) => receiptEmail(kind, "fr", { order }).greeting;
    const { title } = french.order.states.confirmed;
    const html = renderHtml(receiptEmail("receipt", "fr"));
    expect(html.indexOf(`>${title}</h1>`)).toBeGreaterThan(0);
    expect(html.indexOf(`>${title}</h1>`)).toBeLessThan(html.indexOf(`>${french.order.yourNumbers}</h2>`));
    expect([greetingOf("copy"), greetingOf("receipt", { status: "refunded" })]).toEqual(["", ""]);
  });

  it("has the charity's colour, with readable text on it", () => {
    const renderHeader = (charity?: object) => renderHtml(receiptEmail("receipt", "en", { draw: { charity } }));
    expect(renderHeader({ color: "#ffcc00" })).toContain("background:#ffcc00;color:#000000");
    expect(renderHeader()).toContain("background:#b30d22;color:#ffffff");
  });

  it("names its draw once if all of its numbers belong to it", () => {
    const titles = (numbers: object[]) => {
      const html = renderHtml(receiptEmail("receipt", "en", { order: { numbers } }));
      return html.slice(html.indexOf("<body"), html.indexOf("View your order")).split("50/50").length - 1;
    };
    const main = { poolId: "main", first: 1, last: 40, void: false };
    expect(titles([main])).toBe(1);
    expect(titles([{ ...main, poolId: "lights" }])).toBe(2);
    expect(titles([main, { ...main, poolId: "lights" }])).toBe(3);
  });

  it.each([
    ["en", "Estimated prize so far: $24,627.50"],
    ["fr", "Lot estimé à ce jour\u00a0: 24\u00a0627,50\u00a0$"],
  ] as const)("says what it plays for now, and nothing once it is drawn: %s", (language, prize) => {
    const email = receiptEmail("receipt", language);
    expect(renderText(email)).toContain(`${prize}\n`);
    const { name, value } = stakeIn(email) ?? {};
    expect(visibleTexts(renderHtml(email))).toContain(`${name}\n\n${value}`);
    const after = receiptEmail("receipt", language, { draw: { dates: [], endDate: "2026-11-21T20:00:00Z" } });
    expect([stakeIn(after), after.preview]).toEqual([null, ""]);
  });

  it("leaves out the cents of a whole prize, which is no charge", () => {
    const prizeOf = (language: Language) => stakeIn(receiptEmail("receipt", language, { prize: 24_645 }))?.value;
    expect([prizeOf("en"), prizeOf("fr")]).toEqual(["$24,645", "24\u00a0645\u00a0$"]);
  });

  it("names the grand prize of a raffle, and no prize of an empty pot", () => {
    const stakeOf = (change: EmailChange) => stakeIn(receiptEmail("receipt", "en", change))?.value;
    const prizes = { "Grand Prize": [{ description: "A red canoe" }] };
    expect(stakeOf({ prize: null, draw: { prizes } })).toBe("A red canoe");
    expect(stakeOf({ prize: 0 })).toBeUndefined();
  });

  it.each(languages)(
    "has a line for the list of mails, with the draw's date, and shows it nowhere else: %s",
    (language) => {
      const email = receiptEmail("receipt", language);
      expect(email.preview).toMatch(/January 15, 2027|15\sjanvier 2027/);
      expect(renderHtml(email)).toContain(`overflow:hidden;opacity:0">${email.preview}&nbsp;`);
      expect(renderText(email)).not.toContain(email.preview);
      const refund = receiptEmail("refund", language);
      expect(refund.preview).toBe(refund.paragraphs[0]);
    },
  );

  it.each(languages)("has the draw's date under its name, and a link that puts it into a calendar: %s", (language) => {
    const email = receiptEmail("receipt", language);
    const html = renderHtml(email);
    expect(visibleTexts(html)).toMatch(/(Draw date|Date du tirage)\s+(January 15, 2027|15\s*janvier 2027)/);
    const url = `https://tickets.example.test${language === "fr" ? "/fr" : ""}/arena-draw/draw.ics`;
    expect(email.calendar?.href).toBe(url);
    expect(html).toContain(`href="${url}"`);
    expect(renderText(email)).toContain(url);
  });

  it("offers a calendar as long as a date of the order is ahead, and in no mail about a refund", () => {
    const drawn = { dates: [], endDate: "2026-11-21T20:00:00Z" };
    const lights = [{ poolId: "lights", first: 1, last: 1, void: false }];
    const main = [{ poolId: "main", first: 1, last: 1, void: false }];
    const offered = [main, lights].map((numbers) => receiptEmail("receipt", "en", { draw: drawn, order: { numbers } }));
    expect(offered.map(({ calendar }) => calendar !== null)).toEqual([false, true]);
    expect(receiptEmail("refund", "en").calendar).toBeNull();
  });

  it("has the logo that its message carries beside the draw's title, else the organization's first letter", () => {
    for (const kind of ["receipt", "refund"] as const) {
      const email = receiptEmail(kind, "en");
      const pictures = renderHtml(email, true).match(/<img[^>]*>/g);
      expect(pictures).toEqual([expect.stringMatching(/^<img src="cid:logo@tirage" width="44" height="44" alt=""/)]);
      expect(renderHtml(email)).toMatch(/aria-hidden="true"[^>]*>F<\/div>/);
    }
  });

  it("isn't in an email about a refund: its numbers are void", () => {
    const refund = { numbers: [{ poolId: "main", first: 1, last: 40, void: true }] };
    expect(receiptEmail("refund", "en", { refund }).isTicket).toBe(false);
    expect(renderHtml(receiptEmail("refund", "en", { refund }))).not.toMatch(/dashed|Draw on/);
  });
});

it("has each detail beneath its name, in two columns in every program: no style decides it", () => {
  const html = renderHtml(receiptEmail("receipt", "fr")).replace(/<style>.*?<\/style>/s, "");
  const cells = html.match(/<td class="ink value".*?<\/td>/gs) ?? [];
  expect(cells.length).toBeGreaterThan(10);
  const whole = /^<td[^>]*(width="50%"|colspan="2")[^>]*><span class="muted"[^>]*>[^<]+<\/span><br>/;
  expect(cells.filter((cell) => !whole.test(cell) || cell.includes("display"))).toEqual([]);
});

it("has what was bought in larger letters than the details", () => {
  const html = renderHtml(receiptEmail("receipt", "en"));
  const sizeOf = (words: string) =>
    Number(/font-size:(\d+)px[^>]*>[^>]*$/.exec(html.slice(0, html.indexOf(words)))?.[1]);
  expect(["Total (CAD)", "$1,000.00", "Validation number"].map(sizeOf)).toEqual([18, 16, 13]);
});

it.each([
  ["#00695c", "#00695c", "#e6f0ef"],
  [undefined, "#b30d22", "#f7e7e9"],
])("says what it raised in the draw's own colour, on a tint of it: %s", (color, words, ground) => {
  const html = renderHtml(receiptEmail("receipt", "en", { draw: { charity: { color } } }));
  expect(html).toMatch(new RegExp(`class="tint own pad" style="[^"]*background:${ground};color:${words};`));
  expect(html).not.toMatch(/#def3e2/);
});

describe.each(languages)("the ticket of several draws in %s", (language) => {
  const prizes = { "Add On": [{ description: { en: "A red canoe", fr: "Un canot rouge" } }] };
  const [mainDraw, lightsDraw, ...others] = receiptDraw.secondDraws ?? [];
  const secondDraws = [{ ...mainDraw, type: "Prize raffle", prizes }, lightsDraw, ...others].filter(Boolean);

  it("has with the numbers of each their date, what they play for and the licence, and the calendar once", () => {
    const email = receiptEmail("receipt", language, { draw: { secondDraws } });
    const html = renderHtml(email);
    const seen = visibleTexts(html).slice(
      visibleTexts(html).indexOf("RAF-MAIN-1"),
      visibleTexts(html).indexOf("RAF-LIGHTS-2"),
    );
    const told = {
      en: ["Lights 50/50", "1\u00a0234\u00a0567", "Draw date", "December 24, 2026", "A red canoe"],
      fr: ["Moitié-moitié des lumières", "1\u00a0234\u00a0567", "Date du tirage", "24\u00a0décembre", "Un canot rouge"],
    }[language];
    expect(told.filter((words) => !seen.includes(words))).toEqual([]);
    expect(html.split("draw.ics")).toHaveLength(2);
    expect(renderText(email)).toContain(
      { en: "Extra prize: A red canoe", fr: ": Un canot rouge" }[language].replace(/^:/, "\u00a0:"),
    );
  });
});

it.each([
  ["receipt", ["Draw page", "Draw rules", "Email us"]],
  ["refund", ["Draw page", "Email us"]],
  ["result", ["Draw page", "Email us"]],
] as const)("leads on in one row of links, each as high as a finger: %s", (kind, labels) => {
  const html = renderHtml(receiptEmail(kind, "en"));
  const row = [...html.matchAll(/<a [^>]*style="display:inline-block;padding:12px 0[^>]*>([^<]*)</g)].map(
    ([, label]) => label,
  );
  expect(row).toEqual(labels);
  expect(receiptEmail(kind, "en", { draw: { supportEmail: undefined } }).links.map(({ label }) => label)).not.toContain(
    "Email us",
  );
});

it("writes long numbers smaller, and lets a line end between two of them", () => {
  const htmlOf = (first: number, last: number) =>
    renderHtml(receiptEmail("receipt", "en", { order: { numbers: [{ poolId: "main", first, last, void: false }] } }));
  expect(htmlOf(1921, 2040)).toMatch(/font-size:46px[^>]*>1921\u00a0–\u00a02040</);
  expect(htmlOf(12_031, 12_033)).toMatch(/font-size:36px[^>]*>12\u00a0031\u00a0–\u00a0<wbr>12\u00a0033</);
  expect(htmlOf(1_234_567, 1_234_600)).toMatch(
    /font-size:28px[^>]*>1\u00a0234\u00a0567\u00a0–\u00a0<wbr>1\u00a0234\u00a0600</,
  );
});

describe.each(languages)("the dates of a receipt in %s", (language) => {
  const main = { poolId: "main", first: 1, last: 40, void: false };
  const birds = ["2026-12-01T17:00:00Z", "2026-12-08T17:00:00Z"];
  const pie = { description: { en: "A pie", fr: "Une tarte" }, drawDate: birds[0] };
  const draw = {
    dates: ["2026-11-01T12:00:00Z", ...birds, "2027-01-14T23:00:00Z", "2027-01-15T23:00:00Z"],
    prizes: { "Early Bird": [pie] },
  };
  const days = {
    en: [
      ["December 1, 2026 at noon EST", "Dec 1"],
      ["December 8, 2026 at noon EST", "Dec 8"],
      ["January 15, 2027 at 6:00\u00a0p.m. EST", "Jan 15"],
    ],
    fr: [
      ["1er\u00a0décembre 2026 à\u00a0midi\u00a0HNE", "1er\u00a0déc."],
      ["8\u00a0décembre 2026 à\u00a0midi\u00a0HNE", "8\u00a0déc."],
      ["15\u00a0janvier 2027 à\u00a018\u00a0h\u00a0HNE", "15\u00a0janv."],
    ],
  }[language];

  it("stand once each in the list, beneath each other", () => {
    for (const numbers of [[main], [main, { ...main, poolId: "lights" }]]) {
      const [text, html] = getBodies(receiptEmail("receipt", language, { draw, order: { numbers } }));
      const seen = visibleTexts(html);
      const list = text.slice(text.indexOf({ en: "KEY DATES", fr: "DATES IMPORTANTES" }[language]));
      for (const [full = "", brief = ""] of days) {
        expect([list.split(full).length, seen.split(`\n${brief}\n`).length]).toEqual([2, 2]);
        expect(seen).toMatch(new RegExp(`\n${brief}\n+${full.match(/202\d/)}\n`));
      }
    }
  });

  it("follow the way to the order, before what was paid", () => {
    const { receipt, draw: ofDraw } = { en: english, fr: french }[language];
    const { open, prices } = receipt;
    const dates = ofDraw.dates.heading;
    const bodies = getBodies(receiptEmail("receipt", language, { draw, order: { numbers: [main] } })).map(visibleTexts);
    for (const [kind, body] of bodies.entries()) {
      const seen = body.toLowerCase();
      const [first = "", second = ""] = days.map((words) => words[kind] ?? "");
      const told = [open, dates, first, second, prices].map((some) => some.toLowerCase());
      const places = told.map((some) => seen.indexOf(some));
      expect(places).toEqual([...places].sort((left, right) => left - right));
      expect(places.every((at) => at >= 0)).toBe(true);
      expect(body).toContain(pie.description[language]);
    }
  });
});
