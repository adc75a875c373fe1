import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import type { SecondDraw } from "@/lib/draws/schema.packages";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import type { DescribedDraw } from "@/lib/orders/rules.pools";
import { nameOrganization } from "@/lib/organization-name";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { formatTemplate } from "@/lib/platform/i18n/format-template";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";

export type PaperDraw = Omit<DescribedDraw, "secondDraws"> &
  Pick<
    PublicDraw,
    | "id"
    | "type"
    | "charity"
    | "province"
    | "prizes"
    | "bundles"
    | "teams"
    | "drawLocation"
    | "organization"
    | "organizationAddress"
    | "supportEmail"
    | "additionalOptions"
  > & { secondDraws: readonly (DescribedDraw["secondDraws"][number] & Pick<SecondDraw, "type" | "prizes">)[] };

/** The input of a receipt or an email. `checkoutHost` is the origin of the product's pages. */
export type Paper = {
  t: Translate;
  language: Language;
  order: OrderView;
  draw: PaperDraw;
  checkoutHost: string;
};

export function plainText(text: LocalText, language: Language): string {
  return localText(text, language)
    .text.replace(/\s*[\r\n\t]+\s*/g, " ")
    .trim();
}

export function organizationName({
  t,
  draw,
  language,
}: Pick<Paper, "t" | "language"> & { draw: Pick<PaperDraw, "organization"> }): string {
  return nameOrganization((values) => t.markup("organization.named", values), draw.organization, language);
}

export function formatPostalAddress({ organizationAddress }: Pick<Draw, "organizationAddress">): string {
  const { line1, line2, city, state, postal_code } = organizationAddress;
  return [line1, line2, [city, state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

export function formatMoment({ draw, language }: Pick<Paper, "draw" | "language">, at: string | Date): string {
  return formatInstant(at, language, draw.timeZone, "dated");
}

/** Writes the time in the draw's own format (`displayDateTimeTicketPurchaseTemplate`), if it has one. */
export function formatPurchase(
  { draw, language }: { draw: Pick<PublicDraw, "timeZone" | "additionalOptions">; language: Language },
  at: string | Date,
): string {
  const { displayDateTimeTicketPurchaseTemplate: template } = draw.additionalOptions;
  const { timeZone } = draw;
  return template
    ? formatTemplate(template, at, { locale: language, timeZone })
    : formatInstant(at, language, timeZone, "dated");
}

export function getDrawUrl({ checkoutHost, language, draw }: Paper): string {
  return checkoutHost + localizedPath(language, `/${draw.id}`);
}

/** Within this time after the payment the first print is the original, later it is a reprint. */
const originalMs = 60 * 60_000;

/** Returns the rest of the time in which the first print is the original (docs/decisions/014). */
export function computeOriginalLeftMs({ finalizedAt }: { finalizedAt: string | null }, now: Date): number {
  return finalizedAt === null ? 0 : Math.max(0, Date.parse(finalizedAt) + originalMs - now.getTime());
}
