import { expect, it } from "vitest";

import { languages } from "@/lib/platform/i18n/routing";
import { frenchTypographyProblems } from "@/scripts/messages/french-typography";
import { receiptEmail } from "@/tests/support/draws/receipt-email";
import { renderText } from "./rules.text";

const says = {
  en: { heading: "This draw was cancelled", card: /We’re returning \$45\.50 to/, cash: /You paid \$45\.50 in cash\./ },
  fr: {
    heading: "Ce tirage est annulé",
    card: /Nous remboursons 45,50\s\$ sur/,
    cash: /Vous avez payé 45,50\s\$ comptant\./,
  },
};

it.each(languages)("an email about a cancelled draw says how the money returns, in %s", (language) => {
  const { heading, card, cash } = says[language];
  const byCard = receiptEmail("cancelled", language);
  expect(byCard.heading).toBe(heading);
  expect(renderText(byCard)).toMatch(card);
  const inCash = receiptEmail("cancelled", language, { refund: { isCash: true } });
  expect(renderText(inCash)).toMatch(cash);
  expect(inCash.paragraphs.join(" ")).toContain("@");
  const toNobody = receiptEmail("cancelled", language, { refund: { isCash: true }, draw: { supportEmail: undefined } });
  expect(toNobody.paragraphs.join(" ")).not.toContain("@");
  const nothing = receiptEmail("cancelled", language, { refund: { amount: 0 } });
  expect(renderText(nothing)).not.toMatch(card);
  const lines = [byCard, inCash, toNobody].flatMap((email) => email.paragraphs);
  expect(
    language === "fr" ? lines.flatMap((line) => frenchTypographyProblems(line.replaceAll(/\S+@\S+/g, "…"))) : [],
  ).toEqual([]);
});
