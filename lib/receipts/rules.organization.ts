import type { Draw } from "@/lib/draws/schema";
import type { EmailFact, EmailLine, EmailPart } from "./rules.email";
import type { Paper } from "./rules.paper";
import { organizationName, plainText } from "./rules.paper";

/** The organization's address on one line; empty where the draw has none. */
export function addressLineOf({ organizationAddress }: Pick<Draw, "organizationAddress">): string {
  const { line1, line2, city, state, postal_code } = organizationAddress;
  return [line1, line2, [city, state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** How to reach who runs the draw. */
export function contactFacts({ t, draw: { supportEmail } }: Paper): EmailFact[] {
  return supportEmail ? [{ name: t("receipt.contact"), value: supportEmail }] : [];
}

/** The number by which the organization is known as a charity; empty where it has none. */
function registrationOf({ t, draw }: Paper): string {
  const number = draw.charity?.registration;
  return number ? t("draw.registration", { number: number.replaceAll(" ", "\u00a0") }) : "";
}

/** Who runs the draw, and where they are; what is short leaves out the number of a charity. */
export function organizationPart(paper: Paper, isShort: boolean): EmailPart {
  const { t, draw, language } = paper;
  const [value = "", detail] = [plainText(draw.organization, language), isShort ? "" : registrationOf(paper)].filter(
    Boolean,
  );
  const facts = [
    { name: t("order.organization"), value, ...(detail ? { detail } : {}) },
    { name: t("receipt.address"), value: addressLineOf(draw) },
  ];
  return { kind: "facts", title: t("draw.organization"), facts: facts.filter((fact) => fact.value) };
}

/** Who sent a mail, and for whom. */
export function senderLine(paper: Paper): EmailLine {
  const { t, draw, language } = paper;
  return { text: t("receipt.sentFor", { organization: organizationName(paper) || plainText(draw.title, language) }) };
}
