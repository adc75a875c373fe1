import { secondDrawsAt } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

import type { Label, Offer } from "./offers";
import { labelled, toLabel, toOffers } from "./offers";

type SecondDraw = PublicDraw["secondDraws"][number];

/** A second draw that can be bought beside the main one; its dates are words of the server. */
export type AddOn = {
  poolId: string;
  title: Label;
  description?: Label;
  mandatory: boolean;
  offers: Offer[];
  prizes?: Label[];
  /** A generator picks the winning number, or the ticket is drawn by hand; left out where nobody said. */
  byGenerator?: boolean;
  opens?: string;
  closes?: string;
  draws?: string;
  licence?: string;
  licenceHref?: string;
};

/** A second draw in `locale`. */
export function toAddOn(second: SecondDraw, locale: Language, timeZone: string): AddOn {
  const dated = <Key extends string>(key: Key, at: Date | string | null | undefined) =>
    (at ? { [key]: formatInstant(at, locale, timeZone, "short") } : {}) as { [name in Key]?: string };
  const drawsAt = secondDrawsAt(second);
  const isCutAtDraw = second.cutOffDate && Date.parse(second.cutOffDate) === drawsAt?.getTime();
  const prizes = Object.values(second.prizes).flat();
  return {
    poolId: second.id,
    title: toLabel(second.title, locale),
    ...labelled("description", second.description || undefined, locale),
    mandatory: second.settings.mandatoryPurchase,
    offers: toOffers(second.ticketPackageInfo, locale),
    ...(prizes.length > 0 ? { prizes: prizes.map(({ description }) => toLabel(description, locale)) } : {}),
    ...(second.useRNG === undefined ? {} : { byGenerator: second.useRNG }),
    ...dated("opens", second.startDate),
    // A cut-off that is the draw itself would say the same date twice.
    ...dated("closes", isCutAtDraw ? null : second.cutOffDate),
    ...dated("draws", drawsAt),
    ...(second.license ? { licence: second.license } : {}),
    ...(second.licensePDF ? { licenceHref: second.licensePDF } : {}),
  };
}
