import { describe, expect, it } from "vitest";

import type { Language } from "@/lib/platform/i18n/routing";
import { frenchTypographyProblems } from "@/scripts/messages/french-typography";
import { receiptEmail } from "@/tests/support/draws/receipt-email";
import type { EmailContent } from "./rules.content";
import { renderHtml } from "./rules.html";
import type { PoolNumbers } from "./rules.message";
import { renderText } from "./rules.text";

const drawnAt = "2027-01-15T23:05:00Z";

/** The order has the numbers 1 to 80 of the main pool and 1,234,567 of the lights. */
function resultsOf(main: number[], lights: number): PoolNumbers[] {
  const [early = 0, ...grand] = main;
  const ofMain = grand.map((number) => ({ prizeType: "Grand Prize" as const, number, drawnAt }));
  return [
    { poolId: "lights", numbers: [{ prizeType: "Add On", number: lights, drawnAt }] },
    { poolId: "main", numbers: [...ofMain, { prizeType: "Early Bird", number: early, drawnAt }] },
  ];
}

function emailOf(language: Language, results: PoolNumbers[], order = {}, kind: "result" | "corrected" = "result") {
  return receiptEmail(kind, language, { order, results, queuedAt: drawnAt });
}

const [won, lost] = [resultsOf([40, 80], 7), resultsOf([81, 999], 7)];

const says: Record<Language, { won: string[]; lost: string[] }> = {
  en: {
    won: [
      "2 of your numbers were drawn",
      "Next, Fondation Aréna will verify the result and contact you. This email isn’t a claim and doesn’t confirm a prize.",
      "WINNING NUMBERS\nArena 50/50\n  80 (Grand prize · your number)\n  40 (Early bird · your number)",
      "Lights 50/50\n  7 (Extra prize)\n",
      "YOUR NUMBERS\nArena 50/50",
      "1\u00a0–\u00a040",
      "View your order: https://tickets.example.test/order/arena-draw/",
      "Official results are posted on the draw page. If they differ from this email, the page is right:",
    ],
    lost: [
      "The draw results are in",
      "None of your numbers were drawn. Thank you for supporting Fondation Aréna.",
      "81 (Early bird)",
    ],
  },
  fr: {
    won: [
      "2 de vos numéros ont été tirés",
      "Le résultat sera vérifié par la Fondation Aréna, puis on communiquera avec vous. Ce courriel n’est pas une réclamation",
      "NUMÉROS GAGNANTS\nMoitié-moitié de l’aréna\n  80 (Gros lot · votre numéro)\n  40 (Tirage hâtif · votre numéro)",
      "VOS NUMÉROS\nMoitié-moitié de l’aréna",
      "Voir votre commande\u00a0: https://tickets.example.test/fr/order/arena-draw/",
      "Les résultats officiels sont publiés sur la page du tirage. S’ils diffèrent de ce courriel, la page fait foi\u00a0:",
    ],
    lost: [
      "Les résultats du tirage sont connus",
      "Aucun de vos numéros n’a été tiré. Merci de soutenir la Fondation Aréna.",
    ],
  },
};

function placesIn(email: EmailContent, words: string[]): number[] {
  const text = renderText(email);
  return words.map((one) => text.indexOf(one));
}

describe.each(["en", "fr"] as const)("a result email in %s", (language) => {
  it.each(["won", "lost"] as const)(
    "says what was drawn, whether one of the buyer's numbers won, and what comes next: %s",
    (what) => {
      const places = placesIn(emailOf(language, what === "won" ? won : lost), says[language][what]);
      expect(places.filter((place) => place < 0)).toEqual([]);
      expect(places).toEqual([...places].sort((left, right) => left - right));
    },
  );

  it("doesn't mention a prize or a claim if nothing was won, and never tells a winner that no number won", () => {
    const [of, not] = [renderText(emailOf(language, won)), renderText(emailOf(language, lost))];
    expect(not).not.toMatch(/verify|claim|your number\b|vérifiera|réclamation|votre numéro\b/);
    expect(of).not.toMatch(/None of your|Aucun de vos/);
  });

  it("names no winner and no price, sells nothing, and loads nothing from any server", () => {
    const html = renderHtml(emailOf(language, won));
    expect(html).not.toMatch(/1.245[.,]50|Zoë|<(img|script|iframe)|url\(|src=/);
  });

  it("says first that it is a correction, in the subject too", () => {
    const email = emailOf(language, lost, {}, "corrected");
    expect(email.subject).toMatch(
      language === "en" ? /^Corrected draw results: Arena/ : /^Résultats corrigés du tirage/,
    );
    expect(email.paragraphs).toHaveLength(2);
    expect(email.paragraphs[0]).toMatch(/corrected after our last email|corrigés après notre dernier courriel/);
    expect(emailOf(language, lost).subject).not.toMatch(/orrected|corrigés/);
  });

  it("is well typeset", () => {
    const lines = [won, lost].flatMap((results) => renderText(emailOf(language, results)).split("\n"));
    const problems = lines.flatMap((line) => frenchTypographyProblems(line.replaceAll(/https?:\S+/g, "…")));
    expect(language === "fr" ? problems : []).toEqual([]);
  });
});

describe("the buyer's numbers", () => {
  it("don't count if they are void, or in a draw they don't belong to", () => {
    const numbers = [
      { poolId: "main", first: 1, last: 40, void: true },
      { poolId: "lights", first: 80, last: 80, void: false },
    ];
    const text = renderText(emailOf("en", won, { numbers }));
    expect(text).toContain("None of your numbers were drawn.");
    expect(text).not.toContain("1\u00a0–\u00a040");
  });

  it("count once if one wins an early bird and the grand prize", () => {
    expect(emailOf("en", resultsOf([40, 40], 7)).heading).toBe("One of your numbers was drawn");
  });

  it("stand out among the winning ones, and nothing does where none has won", () => {
    expect(renderHtml(emailOf("en", won))).toMatch(/class="good"[^>]*>Grand prize · your number</);
    expect(renderHtml(emailOf("en", lost))).not.toContain('class="good"');
  });

  it("are told in the list of mails, and of a correction that it is one", () => {
    expect(emailOf("en", won).preview).toMatch(/^2 of your numbers were drawn\. Next, Fondation Aréna will verify/);
    expect(emailOf("en", lost).preview).toMatch(/^The draw results are in\. None of your numbers were drawn\./);
    expect(emailOf("en", lost, {}, "corrected").preview).toMatch(/^The results were corrected/);
  });

  it("are marked on a test draw", () => {
    const email = emailOf("en", won, { isTest: true });
    expect([email.subject, email.marks[0]]).toEqual([
      expect.stringMatching(/^TEST · /),
      expect.stringContaining("TEST"),
    ]);
  });
});
