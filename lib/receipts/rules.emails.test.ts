import { describe, expect, it } from "vitest";

import { drawSchema } from "@/lib/draws/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import { translatorOf } from "@/lib/platform/i18n/translator";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { frenchTypographyProblems } from "@/scripts/messages/french-typography";
import { drawOnPaper, orderOnPaper } from "@/tests/support/paper";
import type { MailKind } from "./rules";
import type { EmailNews } from "./rules.emails";
import { writeEmail } from "./rules.emails";
import { renderHtml } from "./rules.html";
import { renderText } from "./rules.text";

type Change = {
  order?: object;
  draw?: object;
  refund?: Partial<EmailNews["refund"]>;
  results?: EmailNews["results"];
  prize?: number | null;
};

const languages = ["en", "fr"] as const;
const kinds = ["receipt", "copy", "refund", "returned", "result", "corrected", "dates"] as const;
const queuedAt = new Date("2026-11-21T20:15:00Z");

function emailOf(
  kind: MailKind,
  language: Language,
  { order, draw, refund, results = [], prize = 24_627.5 }: Change = {},
) {
  const paper = {
    t: translatorOf(language),
    language,
    order: { ...orderOnPaper(language), ...order },
    draw: drawSchema.parse({ ...drawOnPaper, ...draw }),
    checkoutHost: "https://tickets.example.test",
  };
  const news = {
    kind,
    queuedAt,
    refund: { amount: 45.5, isCash: false, numbers: [], ...refund },
    results,
    prizes: new Map([["main", prize]]),
  };
  return writeEmail(paper, news);
}

function bodiesOf(email: ReturnType<typeof emailOf>): [string, string] {
  return [renderText(email), renderHtml(email)];
}

/** The stake of the first draw of a mail. */
function stakeIn({ parts }: ReturnType<typeof emailOf>) {
  const [stake] = parts.flatMap((part) => (part.kind === "numbers" ? part.draws.map((numbers) => numbers.stake) : []));
  return stake;
}

/** What a reader of the HTML sees: its texts, apart from each other. */
function seenIn(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<\/?span[^>]*>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** What a receipt must carry (docs/draw-rules.md, Receipt contents), as each language writes it. */
const required: Record<Language, string[]> = {
  en: [
    ...[
      "November 21, 2026 at 3:00\u00a0p.m. EST",
      "$1,245.50",
      "Total (CAD)",
      "Ontario",
      "Online at tickets.example.test",
    ],
    ...["December 24, 2026", "January 15, 2027", "Early bird 1", "Half of the pot"],
    "You don’t need to be present to win.",
    "Tickets aren’t donations",
  ],
  fr: [
    ...["21\u00a0novembre 2026", "15\u00a0h\u00a0HNE", "1\u00a0245,50\u00a0$", "Total (CAD)", "Ontario"],
    ...["24\u00a0décembre 2026", "15\u00a0janvier 2027", "Tirage hâtif 1", "La moitié de la cagnotte"],
    "Votre présence n’est pas requise pour gagner.",
    "Un billet n’est pas un don",
  ],
};

const inBoth = [
  ...["A-3NN7K2QX", "7K3MX-9QXT4-AB2CD-EF3GH", "RAF-MAIN-1", "RAF-LIGHTS-2", "Visa ••••\u00a01234", "Zoë O’Neil"],
  ...["Fondation Aréna", "12 Main Street, Toronto ON M5V 2T6", "aide@example.test", "1-866-531-2600", "arena-draw"],
  ...["1\u00a0–\u00a040", "41\u00a0–\u00a080", "1\u00a0234\u00a0567", "Scotiabank Arena"],
];

describe.each(languages)("a receipt in %s", (language) => {
  it("contains everything that it must, in HTML and in plain text", () => {
    const email = emailOf("receipt", language);
    for (const body of bodiesOf(email).map(seenIn)) {
      const missing = [...inBoth, ...required[language]].filter((words) => !body.includes(words));
      expect(missing).toEqual([]);
    }
    expect(email.subject).toContain("A-3NN7K2QX");
  });

  it("says what a card's statement will show, in HTML and in plain text; never for cash, nor where nobody knows", () => {
    const told = { additionalOptions: { statementDescriptor: "ARENA 50/50 TORONTO" } };
    const name = { en: "On your card statement", fr: "Sur votre relevé de carte" }[language];
    const colon = language === "fr" ? "\u00a0:" : ":";
    for (const method of ["card", "apple-pay"]) {
      const [text, html] = bodiesOf(emailOf("receipt", language, { order: { method }, draw: told }));
      expect(text).toContain(`${name}${colon} ARENA 50/50 TORONTO\n`);
      expect(seenIn(html)).toMatch(new RegExp(`${name}\\s+ARENA 50/50 TORONTO`));
    }
    for (const change of [{ order: { method: "cash", card: null }, draw: told }, {}]) {
      for (const body of bodiesOf(emailOf("receipt", language, change))) expect(body).not.toContain(name);
    }
  });

  it("gives each second draw its own licence and date, and doesn't mention draws without numbers", () => {
    const [text] = bodiesOf(emailOf("receipt", language));
    const lights = text.slice(text.indexOf("RAF-LIGHTS-2") - 120, text.indexOf("RAF-LIGHTS-2"));
    expect(lights).toMatch(/December 24|24\sdécembre/);
    expect(text).not.toContain("RAF-OTHER-3");
  });

  it("lists the prices line by line, a bundle as one", () => {
    const [text] = bodiesOf(emailOf("receipt", language));
    const amounts = { en: ["$1,000.00", "$245.50"], fr: ["1\u00a0000,00\u00a0$", "245,50\u00a0$"] }[language];
    for (const amount of amounts) expect(text).toContain(amount);
    expect(text).toMatch(/2 × .*Duo/);
  });
});

/** The place of sale and what was paid with, as each language writes them for a tablet that takes cash. */
const atTablet: Record<Language, string[]> = {
  en: ["Point of sale: Gate 3", "Paid with: Cash"],
  fr: ["Point de vente\u00a0: Gate 3", "Mode de paiement\u00a0: Comptant"],
};

describe.each(languages)("a tablet's receipt in %s", (language) => {
  it.each(["receipt", "copy"] as const)("says which tablet took the cash, and doesn't mention the web: %s", (kind) => {
    const cash = { soldBy: "Gate 3", method: "cash", card: null };
    const [text, html] = bodiesOf(emailOf(kind, language, { order: cash }));
    for (const line of atTablet[language]) {
      expect(text).toContain(line);
      for (const words of line.split(/\u00a0?: /)) expect(seenIn(html)).toContain(words);
    }
    expect(text + seenIn(html)).not.toMatch(/online at|en ligne/i);
  });

  it("shows the card that paid, there or on the buyer's phone", () => {
    const [text] = bodiesOf(emailOf("receipt", language, { order: { soldBy: "Gate 3" } }));
    expect(text).toContain(atTablet[language][0]);
    expect(text).toContain("Visa ••••\u00a01234");
    expect(text).not.toContain(atTablet[language][1]);
  });
});

describe.each(kinds)("an email of the kind %s", (kind) => {
  it("keeps French typography in every line", () => {
    const email = emailOf(kind, "fr");
    const lines = [email.subject, ...bodiesOf(email).flatMap((body) => seenIn(body).split("\n"))];
    // A colon in an address is none of a sentence.
    const problems = lines.flatMap((line) => frenchTypographyProblems(line.replaceAll(/https?:\S+/g, "…")));
    expect(problems).toEqual([]);
  });

  it("leaves no text untranslated and no placeholder", () => {
    for (const language of languages) {
      for (const body of bodiesOf(emailOf(kind, language))) {
        // The address of a calendar has a name that looks like one of ours.
        expect(seenIn(body).replaceAll(/https?:\S+/g, "…")).not.toMatch(
          /undefined|NaN|\[object|\{|(receipt|order|draw)\.[a-z]+\b/,
        );
      }
    }
  });

  it("links to the order's page in its language and loads nothing from any server", () => {
    for (const language of languages) {
      const html = renderHtml(emailOf(kind, language));
      const path = language === "fr" ? "/fr/order/" : "/order/";
      expect(html).toContain(`https://tickets.example.test${path}arena-draw/0123456789ABCDEFGHJKMNPQRS`);
      expect(html).toContain(`<html lang="${htmlLanguage(language)}">`);
      expect(html).not.toMatch(/<(img|script|link|iframe|object|form)|url\(|@import|src=/i);
    }
  });
});

describe("the ticket at the top", () => {
  it.each(["receipt", "copy"] as const)("shows draw, organization and numbers before anything else: %s", (kind) => {
    const html = seenIn(renderHtml(emailOf(kind, "en")).replace(/<head>.*?<\/head>/s, ""));
    const places = ["Arena 50/50", "Fondation Aréna", "Your numbers", "1\u00a0–\u00a040", "View your order"].map(
      (words) => html.indexOf(words),
    );
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(places.every((place) => place >= 0)).toBe(true);
  });

  it("stands under the good news of a purchase, which is none once money went back", () => {
    const greetingOf = (kind: MailKind, order: object = {}) => emailOf(kind, "fr", { order }).greeting;
    const { title } = french.order.states.confirmed;
    const html = renderHtml(emailOf("receipt", "fr"));
    expect(html.indexOf(`>${title}</h1>`)).toBeGreaterThan(0);
    expect(html.indexOf(`>${title}</h1>`)).toBeLessThan(html.indexOf(`>${french.order.yourNumbers}</h2>`));
    expect([greetingOf("copy"), greetingOf("receipt", { status: "refunded" })]).toEqual(["", ""]);
  });

  it("has the charity's colour, with readable text on it", () => {
    const headOf = (charity?: object) => renderHtml(emailOf("receipt", "en", { draw: { charity } }));
    expect(headOf({ color: "#ffcc00" })).toContain("background:#ffcc00;color:#000000");
    expect(headOf()).toContain("background:#b30d22;color:#ffffff");
  });

  it("names its draw once if all of its numbers belong to it", () => {
    const titles = (numbers: object[]) => {
      const html = renderHtml(emailOf("receipt", "en", { order: { numbers } }));
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
    const email = emailOf("receipt", language);
    expect(renderText(email)).toContain(`${prize}\n`);
    const { name, value } = stakeIn(email) ?? {};
    expect(seenIn(renderHtml(email))).toContain(`${name}\n\n${value}`);
    const after = emailOf("receipt", language, { draw: { dates: [], endDate: "2026-11-21T20:00:00Z" } });
    expect([stakeIn(after), after.preview]).toEqual([null, ""]);
  });

  it("leaves out the cents of a whole prize, which is no charge", () => {
    const prizeOf = (language: Language) => stakeIn(emailOf("receipt", language, { prize: 24_645 }))?.value;
    expect([prizeOf("en"), prizeOf("fr")]).toEqual(["$24,645", "24\u00a0645\u00a0$"]);
  });

  it("names the grand prize of a raffle, and no prize of an empty pot", () => {
    const stakeOf = (change: Change) => stakeIn(emailOf("receipt", "en", change))?.value;
    const prizes = { "Grand Prize": [{ description: "A red canoe" }] };
    expect(stakeOf({ prize: null, draw: { prizes } })).toBe("A red canoe");
    expect(stakeOf({ prize: 0 })).toBeUndefined();
  });

  it.each(languages)(
    "has a line for the list of mails, with the draw's date, and shows it nowhere else: %s",
    (language) => {
      const email = emailOf("receipt", language);
      expect(email.preview).toMatch(/January 15, 2027|15\sjanvier 2027/);
      expect(renderHtml(email)).toContain(`overflow:hidden;opacity:0">${email.preview}&nbsp;`);
      expect(renderText(email)).not.toContain(email.preview);
      const refund = emailOf("refund", language);
      expect(refund.preview).toBe(refund.paragraphs[0]);
    },
  );

  it.each(languages)("has the draw's date under its name, and a link that puts it into a calendar: %s", (language) => {
    const email = emailOf("receipt", language);
    const html = renderHtml(email);
    expect(seenIn(html)).toMatch(/(Draw date|Date du tirage)\s+(January 15, 2027|15\s*janvier 2027)/);
    const address = `https://tickets.example.test${language === "fr" ? "/fr" : ""}/arena-draw/draw.ics`;
    expect(email.calendar?.href).toBe(address);
    expect(html).toContain(`href="${address}"`);
    expect(renderText(email)).toContain(address);
  });

  it("offers a calendar as long as a date of the order is ahead, and in no mail about a refund", () => {
    const drawn = { dates: [], endDate: "2026-11-21T20:00:00Z" };
    const lights = [{ poolId: "lights", first: 1, last: 1, void: false }];
    const main = [{ poolId: "main", first: 1, last: 1, void: false }];
    const offered = [main, lights].map((numbers) => emailOf("receipt", "en", { draw: drawn, order: { numbers } }));
    expect(offered.map(({ calendar }) => calendar !== null)).toEqual([false, true]);
    expect(emailOf("refund", "en").calendar).toBeNull();
  });

  it("has the logo that its message carries beside the draw's title, else the organization's first letter", () => {
    for (const kind of ["receipt", "refund"] as const) {
      const email = emailOf(kind, "en");
      const pictures = renderHtml(email, true).match(/<img[^>]*>/g);
      expect(pictures).toEqual([expect.stringMatching(/^<img src="cid:logo@tirage" width="44" height="44" alt=""/)]);
      expect(renderHtml(email)).toMatch(/aria-hidden="true"[^>]*>F<\/div>/);
    }
  });

  it("isn't in an email about a refund: its numbers are void", () => {
    const refund = { numbers: [{ poolId: "main", first: 1, last: 40, void: true }] };
    expect(emailOf("refund", "en", { refund }).isTicket).toBe(false);
    expect(renderHtml(emailOf("refund", "en", { refund }))).not.toMatch(/dashed|Draw on/);
  });
});

describe.each(languages)("the licence in %s", (language) => {
  const main = { poolId: "main", first: 1, last: 40, void: false };
  const placesIn = (order: object, ...words: string[]) => {
    return bodiesOf(emailOf("receipt", language, { order })).map((body) => {
      const seen = seenIn(body);
      return words.map((some) => seen.indexOf(some));
    });
  };

  it("of the only draw stands once, after what the mail is about", () => {
    for (const [licence = -1, draw = -1] of placesIn({ numbers: [main] }, "RAF-MAIN-1", "Scotiabank Arena")) {
      expect([licence > draw, draw > 0]).toEqual([true, true]);
    }
    const [text] = bodiesOf(emailOf("receipt", language, { order: { numbers: [main] } }));
    expect(text.split("RAF-MAIN-1")).toHaveLength(2);
  });

  it("of one of several draws stays with its numbers", () => {
    for (const [licence = -1, draw = -1] of placesIn({}, "RAF-LIGHTS-2", "Scotiabank Arena")) {
      expect([licence > 0, licence < draw]).toEqual([true, true]);
    }
  });
});

it.each([
  ["en", "Your team: Foxes", "Your team: Crews, split evenly"],
  ["fr", "Votre équipe\u00a0: Renards", "Votre équipe\u00a0: Équipages, à parts égales"],
] as const)("a receipt names the team that its buyer chose, or the whole group: %s", (language, team, group) => {
  const foxes = { id: "foxes", name: { en: "Foxes", fr: "Renards" } };
  const draw = { teams: [{ id: "crews", title: { en: "Crews", fr: "Équipages" }, teams: [foxes] }] };
  const textOf = (teamId: string | null) => renderText(emailOf("receipt", language, { draw, order: { teamId } }));
  expect([textOf("foxes").includes(team), textOf("crews").includes(group)]).toEqual([true, true]);
  expect(textOf("foxes")).toMatch(/\(40 (numbers · Foxes|numéros · Renards)\)/);
  expect(textOf(null)).not.toMatch(/Your team|Votre équipe| · (Foxes|Renards)/);
});

describe("the amount raised for the cause", () => {
  const ofPot = { lines: [{ poolId: "main", packageId: "forty", quantity: 1, tickets: 40, amount: 20 }], amount: 20 };

  it("is news in the receipt, and no longer in a copy", () => {
    expect(renderText(emailOf("receipt", "en", { order: ofPot }))).toContain(
      "You just raised $10 for Fondation Aréna!",
    );
    expect(renderText(emailOf("receipt", "fr", { order: ofPot }))).toContain(
      "Vous venez d’amasser 10\u00a0$ pour la Fondation Aréna!",
    );
    expect(renderText(emailOf("copy", "en", { order: ofPot }))).toContain("You raised $10 for Fondation Aréna!");
  });

  it("isn't mentioned for a test, or after a refund", () => {
    const refund = {
      amount: 5,
      state: "done",
      lines: 1,
      isCash: false,
      requestedAt: "",
      doneAt: "2026-11-21T20:05:00Z",
    };
    for (const order of [
      { ...ofPot, isTest: true },
      { ...ofPot, refunds: [refund] },
    ]) {
      expect(renderText(emailOf("receipt", "en", { order }))).not.toMatch(/raised|supports Fondation/);
    }
  });
});

describe("links", () => {
  it.each(kinds)("are words in HTML, and addresses in plain text: %s", (kind) => {
    for (const language of languages) {
      const [text, html] = bodiesOf(emailOf(kind, language));
      expect(html.match(/>[^<]*https?:[^<]*</g)).toBeNull();
      const isLinked = !["refund", "returned"].includes(kind);
      if (isLinked) expect(text).toMatch(/: https:\/\/tickets\.example\.test(\/fr)?\/arena-draw(#rules)?$/m);
    }
  });
});

describe("labels", () => {
  it("a copy is a reprint with its time, in the subject and in the email; the receipt itself isn't", () => {
    const copy = emailOf("copy", "fr");
    expect(copy.subject).toMatch(/^RÉIMPRESSION/);
    expect(renderText(copy)).toContain(
      "*** RÉIMPRESSION · 21\u00a0novembre 2026 à\u00a015\u00a0h\u00a015\u00a0HNE ***",
    );
    expect(renderText(emailOf("copy", "en"))).toContain("*** REPRINT · November 21, 2026 at 3:15\u00a0p.m. EST ***");
    expect(bodiesOf(emailOf("receipt", "en")).join()).not.toContain("REPRINT");
  });

  it("a test draw is marked in the subject and at the top", () => {
    const email = emailOf("receipt", "en", { order: { isTest: true } });
    expect(email.subject).toMatch(/^TEST · /);
    expect(email.marks[0]).toContain("TEST");
  });

  it("a void number is struck through and called void", () => {
    const numbers = [{ poolId: "main", first: 1, last: 40, void: true }];
    for (const body of bodiesOf(emailOf("refund", "en", { refund: { numbers } }))) expect(body).toContain("Void");
  });
});

describe("refunded money", () => {
  it("is shown with amount, card, and what happened to the numbers", () => {
    const whole = renderText(emailOf("refund", "en", { order: { status: "refunded" } }));
    expect(whole).toContain("We refunded $45.50 to Visa ••••\u00a01234.");
    expect(whole).toContain("All numbers in this order are void");
    expect(renderText(emailOf("refund", "en"))).toContain("doesn’t affect the other numbers in your order.");
  });

  it("in cash says that it was refunded at the point of sale, without mentioning a bank's processing days", () => {
    const handed = { order: { status: "refunded", method: "cash", card: null }, refund: { isCash: true } };
    const english = renderText(emailOf("refund", "en", handed));
    expect(english).toContain("We refunded $45.50 in cash where the tickets were bought.");
    expect(english).not.toMatch(/card|business days/);
    const french = renderText(emailOf("refund", "fr", handed));
    expect(french).toContain("45,50\u00a0$ en argent comptant, là où les billets ont été achetés.");
    expect(french).not.toMatch(/carte|jours ouvrables/);
  });

  it("says that a payment got no numbers, or that those of another payment stay", () => {
    const none = renderText(emailOf("returned", "fr", { order: { status: "refunded", numbers: [], card: null } }));
    expect(none).toContain("Nous vous remboursons 45,50\u00a0$");
    expect(none).toContain("Cette commande n’a aucun numéro");
    expect(renderText(emailOf("returned", "en"))).toContain("The numbers you already have");
  });
});

describe("user-supplied text", () => {
  const hostile = `</td><script>alert("1")</script><img src=x onerror='x'>&amp;`;

  it("stays text in HTML, whoever wrote it", () => {
    const draw = {
      title: hostile,
      organization: hostile,
      drawLocation: hostile,
      license: hostile,
      supportEmail: undefined,
      organizationAddress: { line1: hostile },
    };
    const buyer = { name: hostile, maskedEmail: hostile };
    const email = emailOf("receipt", "en", { draw, order: { buyer, orderCode: hostile } });
    const html = renderHtml(email);
    expect(html).not.toMatch(/<(script|img)/);
    expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(html).toContain("&amp;amp;");
  });

  it("can't break a header or grow it without limit", () => {
    const title = `Arena\r\nBcc: all@example.test\n${"x".repeat(5000)}`;
    const { subject, sender } = emailOf("receipt", "en", { draw: { title, organization: title } });
    for (const line of [subject, sender]) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(line.length).toBeLessThan(250);
    }
  });
});

it.each(kinds)("names the organizer's address once, and makes telephone numbers links: %s", (kind) => {
  const [text, html] = bodiesOf(emailOf(kind, "en"));
  for (const body of [text, seenIn(html)]) expect(body.split("aide@example.test")).toHaveLength(2);
  if (text.includes("1-866-531-2600")) expect(html).toContain('href="tel:+18665312600"');
  expect(text).not.toContain("tel:");
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
      const [text, html] = bodiesOf(emailOf("receipt", language, { draw, order: { numbers } }));
      const seen = seenIn(html);
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
    const bodies = bodiesOf(emailOf("receipt", language, { draw, order: { numbers: [main] } })).map(seenIn);
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

it.each(kinds)("ends with who sent it and for whom: %s", (kind) => {
  const draw = { organization: { en: "Lake Guild", fr: "Guilde du lac" } };
  const last = { en: "Sent by Tirage for the Lake Guild.", fr: "Envoyé par Tirage pour la Guilde du lac." };
  for (const language of languages) {
    const ends = bodiesOf(emailOf(kind, language, { draw })).map((body) => seenIn(body).trim().split("\n").at(-1));
    expect(ends).toEqual([last[language], last[language]]);
  }
  expect(renderText(emailOf(kind, "en", { draw: { organization: "" } }))).toMatch(
    /\nSent by Tirage for Arena 50\/50\.\n$/,
  );
});

it.each([
  ["en", "Organization: Fondation Aréna · Registered charity 12345\u00a06789\u00a0RR0001\n"],
  [
    "fr",
    "Organisme\u00a0: Fondation Aréna · Organisme de bienfaisance enregistré nº\u00a012345\u00a06789\u00a0RR0001\n",
  ],
] as const)("names the number of a registered charity as its page does, and no other: %s", (language, line) => {
  const charity = { registration: "12345 6789 RR0001" };
  const texts = [{ charity }, {}].map((draw) => renderText(emailOf("receipt", language, { draw })));
  expect(texts.map((text) => text.includes(line))).toEqual([true, false]);
  expect(texts[1]).not.toMatch(/Registered|enregistré/);
});

it("has each detail beneath its name, in two columns in every program: no style decides it", () => {
  const html = renderHtml(emailOf("receipt", "fr")).replace(/<style>.*?<\/style>/s, "");
  const cells = html.match(/<td class="ink value".*?<\/td>/gs) ?? [];
  expect(cells.length).toBeGreaterThan(10);
  const whole = /^<td[^>]*(width="50%"|colspan="2")[^>]*><span class="muted"[^>]*>[^<]+<\/span><br>/;
  expect(cells.filter((cell) => !whole.test(cell) || cell.includes("display"))).toEqual([]);
});

it("has what was bought in larger letters than the details", () => {
  const html = renderHtml(emailOf("receipt", "en"));
  const sizeOf = (words: string) =>
    Number(/font-size:(\d+)px[^>]*>[^>]*$/.exec(html.slice(0, html.indexOf(words)))?.[1]);
  expect(["Total (CAD)", "$1,000.00", "Validation number"].map(sizeOf)).toEqual([18, 16, 13]);
});

it.each([
  ["#00695c", "#00695c", "#e6f0ef"],
  [undefined, "#b30d22", "#f7e7e9"],
])("says what it raised in the draw's own colour, on a tint of it: %s", (color, words, ground) => {
  const html = renderHtml(emailOf("receipt", "en", { draw: { charity: { color } } }));
  expect(html).toMatch(new RegExp(`class="tint own pad" style="[^"]*background:${ground};color:${words};`));
  expect(html).not.toMatch(/#def3e2/);
});

describe.each(languages)("the ticket of several draws in %s", (language) => {
  const prizes = { "Add On": [{ description: { en: "A red canoe", fr: "Un canot rouge" } }] };
  const [mainDraw, lightsDraw, ...others] = drawOnPaper.secondDraws ?? [];
  const secondDraws = [{ ...mainDraw, type: "Prize raffle", prizes }, lightsDraw, ...others].filter(Boolean);

  it("has with the numbers of each their date, what they play for and the licence, and the calendar once", () => {
    const email = emailOf("receipt", language, { draw: { secondDraws } });
    const html = renderHtml(email);
    const seen = seenIn(html).slice(seenIn(html).indexOf("RAF-MAIN-1"), seenIn(html).indexOf("RAF-LIGHTS-2"));
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
  const html = renderHtml(emailOf(kind, "en"));
  const row = [...html.matchAll(/<a [^>]*style="display:inline-block;padding:12px 0[^>]*>([^<]*)</g)].map(
    ([, label]) => label,
  );
  expect(row).toEqual(labels);
  expect(emailOf(kind, "en", { draw: { supportEmail: undefined } }).links.map(({ label }) => label)).not.toContain(
    "Email us",
  );
});

it("writes long numbers smaller, and lets a line end between two of them", () => {
  const htmlOf = (first: number, last: number) =>
    renderHtml(emailOf("receipt", "en", { order: { numbers: [{ poolId: "main", first, last, void: false }] } }));
  expect(htmlOf(1921, 2040)).toMatch(/font-size:46px[^>]*>1921\u00a0–\u00a02040</);
  expect(htmlOf(12_031, 12_033)).toMatch(/font-size:36px[^>]*>12\u00a0031\u00a0–\u00a0<wbr>12\u00a0033</);
  expect(htmlOf(1_234_567, 1_234_600)).toMatch(
    /font-size:28px[^>]*>1\u00a0234\u00a0567\u00a0–\u00a0<wbr>1\u00a0234\u00a0600</,
  );
});
