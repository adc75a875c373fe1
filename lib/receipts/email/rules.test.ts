import { describe, expect, it } from "vitest";

import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, languages } from "@/lib/platform/i18n/routing";
import { frenchTypographyProblems } from "@/scripts/messages/french-typography";
import { getBodies, mailKinds, receiptEmail, visibleTexts } from "@/tests/support/draws/receipt-email";

import { renderHtml } from "./rules.html";
import { renderText } from "./rules.text";

/** Required by docs/draw-rules.md, Receipt contents. */
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
    const email = receiptEmail("receipt", language);
    for (const body of getBodies(email).map(visibleTexts)) {
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
      const [text, html] = getBodies(receiptEmail("receipt", language, { order: { method }, draw: told }));
      expect(text).toContain(`${name}${colon} ARENA 50/50 TORONTO\n`);
      expect(visibleTexts(html)).toMatch(new RegExp(`${name}\\s+ARENA 50/50 TORONTO`));
    }
    for (const change of [{ order: { method: "cash", card: null }, draw: told }, {}]) {
      for (const body of getBodies(receiptEmail("receipt", language, change))) expect(body).not.toContain(name);
    }
  });

  it("gives each second draw its own licence and date, and doesn't mention draws without numbers", () => {
    const [text] = getBodies(receiptEmail("receipt", language));
    const lights = text.slice(text.indexOf("RAF-LIGHTS-2") - 120, text.indexOf("RAF-LIGHTS-2"));
    expect(lights).toMatch(/December 24|24\sdécembre/);
    expect(text).not.toContain("RAF-OTHER-3");
  });

  it("lists the prices line by line, a bundle as one", () => {
    const [text] = getBodies(receiptEmail("receipt", language));
    const amounts = { en: ["$1,000.00", "$245.50"], fr: ["1\u00a0000,00\u00a0$", "245,50\u00a0$"] }[language];
    for (const amount of amounts) expect(text).toContain(amount);
    expect(text).toMatch(/2 × .*Duo/);
  });
});

const atTablet: Record<Language, string[]> = {
  en: ["Point of sale: Gate 3", "Paid with: Cash"],
  fr: ["Point de vente\u00a0: Gate 3", "Mode de paiement\u00a0: Comptant"],
};

describe.each(languages)("a tablet's receipt in %s", (language) => {
  it.each(["receipt", "copy"] as const)("says which tablet took the cash, and doesn't mention the web: %s", (kind) => {
    const cash = { soldBy: "Gate 3", method: "cash", card: null };
    const [text, html] = getBodies(receiptEmail(kind, language, { order: cash }));
    for (const line of atTablet[language]) {
      expect(text).toContain(line);
      for (const words of line.split(/\u00a0?: /)) expect(visibleTexts(html)).toContain(words);
    }
    expect(text + visibleTexts(html)).not.toMatch(/online at|en ligne/i);
  });

  it("shows the card that paid, there or on the buyer's phone", () => {
    const [text] = getBodies(receiptEmail("receipt", language, { order: { soldBy: "Gate 3" } }));
    expect(text).toContain(atTablet[language][0]);
    expect(text).toContain("Visa ••••\u00a01234");
    expect(text).not.toContain(atTablet[language][1]);
  });
});

describe.each(mailKinds)("an email of the kind %s", (kind) => {
  it("keeps French typography in every line", () => {
    const email = receiptEmail(kind, "fr");
    const lines = [email.subject, ...getBodies(email).flatMap((body) => visibleTexts(body).split("\n"))];
    // The colon of an address is not punctuation.
    const problems = lines.flatMap((line) => frenchTypographyProblems(line.replaceAll(/https?:\S+/g, "…")));
    expect(problems).toEqual([]);
  });

  it("leaves no text untranslated and no placeholder", () => {
    for (const language of languages) {
      for (const body of getBodies(receiptEmail(kind, language))) {
        // The address of a calendar contains a name that looks like a template's.
        expect(visibleTexts(body).replaceAll(/https?:\S+/g, "…")).not.toMatch(
          /undefined|NaN|\[object|\{|(receipt|order|draw)\.[a-z]+\b/,
        );
      }
    }
  });

  it("links to the order's page in its language and loads nothing from any server", () => {
    for (const language of languages) {
      const html = renderHtml(receiptEmail(kind, language));
      const path = language === "fr" ? "/fr/order/" : "/order/";
      expect(html).toContain(`https://tickets.example.test${path}arena-draw/0123456789ABCDEFGHJKMNPQRS`);
      expect(html).toContain(`<html lang="${htmlLanguage(language)}">`);
      expect(html).not.toMatch(/<(img|script|link|iframe|object|form)|url\(|@import|src=/i);
    }
  });
});

describe.each(languages)("the licence in %s", (language) => {
  const main = { poolId: "main", first: 1, last: 40, void: false };
  const placesIn = (order: object, ...words: string[]) => {
    return getBodies(receiptEmail("receipt", language, { order })).map((body) => {
      const seen = visibleTexts(body);
      return words.map((some) => seen.indexOf(some));
    });
  };

  it("of the only draw stands once, after what the mail is about", () => {
    for (const [licence = -1, draw = -1] of placesIn({ numbers: [main] }, "RAF-MAIN-1", "Scotiabank Arena")) {
      expect([licence > draw, draw > 0]).toEqual([true, true]);
    }
    const [text] = getBodies(receiptEmail("receipt", language, { order: { numbers: [main] } }));
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
  const textOf = (teamId: string | null) => renderText(receiptEmail("receipt", language, { draw, order: { teamId } }));
  expect([textOf("foxes").includes(team), textOf("crews").includes(group)]).toEqual([true, true]);
  expect(textOf("foxes")).toMatch(/\(40 (numbers · Foxes|numéros · Renards)\)/);
  expect(textOf(null)).not.toMatch(/Your team|Votre équipe| · (Foxes|Renards)/);
});

describe("the amount raised for the cause", () => {
  const ofPot = { lines: [{ poolId: "main", packageId: "forty", quantity: 1, tickets: 40, amount: 20 }], amount: 20 };

  it("is news in the receipt, and no longer in a copy", () => {
    expect(renderText(receiptEmail("receipt", "en", { order: ofPot }))).toContain(
      "You just raised $10 for Fondation Aréna!",
    );
    expect(renderText(receiptEmail("receipt", "fr", { order: ofPot }))).toContain(
      "Vous venez d’amasser 10\u00a0$ pour la Fondation Aréna!",
    );
    expect(renderText(receiptEmail("copy", "en", { order: ofPot }))).toContain("You raised $10 for Fondation Aréna!");
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
      expect(renderText(receiptEmail("receipt", "en", { order }))).not.toMatch(/raised|supports Fondation/);
    }
  });
});

describe("links", () => {
  it.each(mailKinds)("are words in HTML, and URLs in plain text: %s", (kind) => {
    for (const language of languages) {
      const [text, html] = getBodies(receiptEmail(kind, language));
      expect(html.match(/>[^<]*https?:[^<]*</g)).toBeNull();
      const isLinked = !["refund", "returned"].includes(kind);
      if (isLinked) expect(text).toMatch(/: https:\/\/tickets\.example\.test(\/fr)?\/arena-draw(#rules)?$/m);
    }
  });
});

describe("labels", () => {
  it("a copy is a reprint with its time, in the subject and in the email; the receipt itself isn't", () => {
    const copy = receiptEmail("copy", "fr");
    expect(copy.subject).toMatch(/^RÉIMPRESSION/);
    expect(renderText(copy)).toContain(
      "*** RÉIMPRESSION · 21\u00a0novembre 2026 à\u00a015\u00a0h\u00a015\u00a0HNE ***",
    );
    expect(renderText(receiptEmail("copy", "en"))).toContain(
      "*** REPRINT · November 21, 2026 at 3:15\u00a0p.m. EST ***",
    );
    expect(getBodies(receiptEmail("receipt", "en")).join()).not.toContain("REPRINT");
  });

  it("a test draw is marked in the subject and at the top", () => {
    const email = receiptEmail("receipt", "en", { order: { isTest: true } });
    expect(email.subject).toMatch(/^TEST · /);
    expect(email.marks[0]).toContain("TEST");
  });

  it("a void number is struck through and called void", () => {
    const numbers = [{ poolId: "main", first: 1, last: 40, void: true }];
    for (const body of getBodies(receiptEmail("refund", "en", { refund: { numbers } }))) expect(body).toContain("Void");
  });
});

describe("refunded money", () => {
  it("is shown with amount, card, and what happened to the numbers", () => {
    const whole = renderText(receiptEmail("refund", "en", { order: { status: "refunded" } }));
    expect(whole).toContain("We refunded $45.50 to Visa ••••\u00a01234.");
    expect(whole).toContain("All numbers in this order are void");
    expect(renderText(receiptEmail("refund", "en"))).toContain("doesn’t affect the other numbers in your order.");
  });

  it("in cash says that it was refunded at the point of sale, without mentioning a bank's processing days", () => {
    const handed = { order: { status: "refunded", method: "cash", card: null }, refund: { isCash: true } };
    const english = renderText(receiptEmail("refund", "en", handed));
    expect(english).toContain("We refunded $45.50 in cash where the tickets were bought.");
    expect(english).not.toMatch(/card|business days/);
    const french = renderText(receiptEmail("refund", "fr", handed));
    expect(french).toContain("45,50\u00a0$ en argent comptant, là où les billets ont été achetés.");
    expect(french).not.toMatch(/carte|jours ouvrables/);
  });

  it("says that a payment got no numbers, or that those of another payment stay", () => {
    const none = renderText(receiptEmail("returned", "fr", { order: { status: "refunded", numbers: [], card: null } }));
    expect(none).toContain("Nous vous remboursons 45,50\u00a0$");
    expect(none).toContain("Cette commande n’a aucun numéro");
    expect(renderText(receiptEmail("returned", "en"))).toContain("The numbers you already have");
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
    const email = receiptEmail("receipt", "en", { draw, order: { buyer, orderCode: hostile } });
    const html = renderHtml(email);
    expect(html).not.toMatch(/<(script|img)/);
    expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(html).toContain("&amp;amp;");
  });

  it("can't break a header or grow it without limit", () => {
    const title = `Arena\r\nBcc: all@example.test\n${"x".repeat(5000)}`;
    const { subject, sender } = receiptEmail("receipt", "en", { draw: { title, organization: title } });
    for (const line of [subject, sender]) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(line.length).toBeLessThan(250);
    }
  });
});

it.each(mailKinds)("names the organizer's address once, and makes telephone numbers links: %s", (kind) => {
  const [text, html] = getBodies(receiptEmail(kind, "en"));
  for (const body of [text, visibleTexts(html)]) expect(body.split("aide@example.test")).toHaveLength(2);
  if (text.includes("1-866-531-2600")) expect(html).toContain('href="tel:+18665312600"');
  expect(text).not.toContain("tel:");
});

it.each(mailKinds)("ends with who sent it and for whom: %s", (kind) => {
  const draw = { organization: { en: "Lake Guild", fr: "Guilde du lac" } };
  const last = { en: "Sent by Tirage for the Lake Guild.", fr: "Envoyé par Tirage pour la Guilde du lac." };
  for (const language of languages) {
    const ends = getBodies(receiptEmail(kind, language, { draw })).map((body) =>
      visibleTexts(body).trim().split("\n").at(-1),
    );
    expect(ends).toEqual([last[language], last[language]]);
  }
  expect(renderText(receiptEmail(kind, "en", { draw: { organization: "" } }))).toMatch(
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
  const texts = [{ charity }, {}].map((draw) => renderText(receiptEmail("receipt", language, { draw })));
  expect(texts.map((text) => text.includes(line))).toEqual([true, false]);
  expect(texts[1]).not.toMatch(/Registered|enregistré/);
});
