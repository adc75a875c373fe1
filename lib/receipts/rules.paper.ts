import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { SecondDraw } from "@/lib/draws/schema.packages";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import type { DrawOfPools } from "@/lib/orders/rules.pool-facts";
import { nameOrganization } from "@/lib/organization-name";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { formatTemplate } from "@/lib/platform/i18n/format-template";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";

/** What a paper says of a draw: a stored one, or its public projection. */
export type PaperDraw = Omit<DrawOfPools, "secondDraws"> &
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
  > & { secondDraws: readonly (DrawOfPools["secondDraws"][number] & Pick<SecondDraw, "type" | "prizes">)[] };

/** What a paper about an order is written from. `checkoutHost` is the origin of our pages. */
export type Paper = {
  t: Translate;
  language: Language;
  order: OrderView;
  draw: PaperDraw;
  checkoutHost: string;
};

/** A text of the draw in the email's language, on one line. */
export function plainText(text: LocalText, language: Language): string {
  return localText(text, language)
    .text.replace(/\s*[\r\n\t]+\s*/g, " ")
    .trim();
}

/** The organization of the draw as a sentence says it. */
export function organizationName({
  t,
  draw,
  language,
}: Pick<Paper, "t" | "language"> & { draw: Pick<PaperDraw, "organization"> }): string {
  return nameOrganization((values) => t.markup("organization.named", values), draw.organization, language);
}

/** An instant in the draw's time zone, with the year and the zone. */
export function formatMoment({ draw, language }: Pick<Paper, "draw" | "language">, at: string | Date): string {
  return formatInstant(at, language, draw.timeZone, "dated");
}

/** When an order was bought, as the draw wants that written (`displayDateTimeTicketPurchaseTemplate`). */
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

/** The address of the draw's page in the email's language. */
export function drawAddress({ checkoutHost, language, draw }: Paper): string {
  return checkoutHost + localizedPath(language, `/${draw.id}`);
}
