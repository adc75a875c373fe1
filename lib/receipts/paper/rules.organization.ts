import { getHelpLine } from "@/lib/provinces/rules.table";

import type { Paper } from "./rules";
import { formatPostalAddress, getDrawUrl, plainText } from "./rules";
import type { PaperFact, PaperLine, PaperPart } from "./rules.parts";
import { linkedLine } from "./rules.parts";

export function organizationPart(paper: Paper, isShort: boolean): PaperPart {
  const { t, draw, language } = paper;
  const [value = "", detail] = [plainText(draw.organization, language), isShort ? "" : writeRegistration(paper)].filter(
    Boolean,
  );
  const facts = [
    { name: t("order.organization"), value, ...(detail ? { detail } : {}) },
    { name: t("receipt.address"), value: formatPostalAddress(draw) },
  ];
  return { kind: "facts", title: t("draw.organization"), facts: facts.filter((fact) => fact.value) };
}

function writeRegistration({ t, draw }: Paper): string {
  const number = draw.charity?.registration;
  return number ? t("draw.registration", { number: number.replaceAll(" ", "\u00a0") }) : "";
}

export function contactFacts({ t, draw: { supportEmail } }: Paper): PaperFact[] {
  return supportEmail ? [{ name: t("receipt.contact"), value: supportEmail }] : [];
}

/** Contains what docs/draw-rules.md, Receipt contents, requires. */
export function playLines(paper: Paper): PaperLine[] {
  const rules = linkedLine((page) => paper.t.markup("receipt.rules", { page }), getRulesUrl(paper));
  return [...listWinningLines(paper), rules, ...lawLines(paper)];
}

export function listWinningLines(paper: Paper): PaperLine[] {
  const { t } = paper;
  return [linkedLine((page) => t.markup("receipt.posted", { page }), getDrawUrl(paper)), { text: t("receipt.absent") }];
}

export function lawLines({ t, draw }: Paper): PaperLine[] {
  const help = getHelpLine(draw.province);
  const call = (link: (words: string) => string) => (help ? t.markup("draw.helpLine", { ...help, link }) : "");
  return [
    { text: t("draw.notDonation") },
    help ? linkedLine(call, `tel:+${help.phone.replaceAll("-", "")}`) : { text: t("draw.helpNeutral") },
  ];
}

export function getRulesUrl(paper: Paper): string {
  return `${getDrawUrl(paper)}#rules`;
}
