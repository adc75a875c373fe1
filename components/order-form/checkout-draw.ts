import type { ProvinceCode } from "@/lib/address";
import { secondDrawsAt } from "@/lib/draws/rules";
import type { Catalogue } from "@/lib/draws/rules.catalogue";
import { catalogueOf } from "@/lib/draws/rules.catalogue";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { PlaceRule } from "@/lib/eligibility/rules";
import { locationChecksOf, minimumAgeOf, placeRuleOf, residencesOf, salePlacesOf } from "@/lib/eligibility/rules";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Label, Offer, OfferGroup } from "./offers";
import { labelled, toGroups, toLabel, toOffers } from "./offers";

/** A team as the form offers it; `icon` is a path of this site. */
export type TeamOption = { id: string; name: Label; color?: string; icon?: string };

/** Teams that a buyer may play for. */
type TeamGroup = { id: string; title: Label; teams: TeamOption[] };

/** What the browser needs to sell a draw, in one language. */
export type CheckoutDraw = {
  id: string;
  /** Whom a buyer pays, as Apple's sheet names them. */
  organization: string;
  isTestDraw: boolean;
  /** What is sold, as the server prices it; the rest is for the eye. */
  catalogue: Catalogue;
  groups: OfferGroup[];
  /** Second draws, the one with the highest priority first. */
  addOns: AddOn[];
  teams: TeamGroup[];
  canSelectWholeGroup: boolean;
  /** The buyer may switch to a plain list of packages. */
  allowsPlainList: boolean;
  supportText?: Label;
  supportedText?: Label;
  /** Where buyers may live. */
  provinces: ProvinceCode[];
  province: ProvinceCode;
  /** Where buyers must be when they buy. */
  places: ProvinceCode[];
  /** What a buyer says of both. */
  placeRule: PlaceRule;
  minimumAge: number;
  /** A bank may count a purchase as a cash advance: buyers are told before they pay. */
  mayBeCashAdvance: boolean;
  /** What a card's statement says of a purchase. */
  statementDescriptor?: string;
  /** Whether the browser's position goes with an order: a buyer's own, an operator's. */
  asksPosition: { online: boolean; atTerminal: boolean };
};

function toTeams(draw: PublicDraw, locale: Language): TeamGroup[] {
  return draw.teams.map(({ id, title, teams }) => ({
    id,
    title: toLabel(title, locale),
    teams: teams.map((team) => ({
      id: team.id,
      name: toLabel(team.name, locale),
      ...(team.color ? { color: team.color } : {}),
      // One that has to be asked for elsewhere may not come, and a form doesn't wait for it.
      ...(team.icon?.startsWith("/") ? { icon: team.icon } : {}),
    })),
  }));
}

function asksPosition(draw: PublicDraw, atTerminal: boolean): boolean {
  return locationChecksOf(draw, { atTerminal }).needed.includes("gps");
}

/**
 * The draw as its checkout needs it, in `locale`: texts resolved, prices in cents, nothing that is only for display.
 */
export function toCheckoutDraw(draw: PublicDraw, locale: Language): CheckoutDraw {
  const { additionalOptions: options } = draw;
  return {
    id: draw.id,
    isTestDraw: draw.isTestDraw,
    catalogue: catalogueOf(draw),
    groups: toGroups(draw, locale),
    addOns: [...draw.secondDraws]
      .sort((first, second) => second.settings.priority - first.settings.priority)
      .map((second) => toAddOn(second, locale, draw.timeZone)),
    organization: localText(draw.organization, locale).text,
    teams: toTeams(draw, locale),
    canSelectWholeGroup: options.canSelectAllGroups,
    allowsPlainList: options.allowAccessibilityModeForTicketPackageSelection,
    ...labelled("supportText", options.customSupportText, locale),
    ...labelled("supportedText", options.customPostSupportSelectText, locale),
    provinces: residencesOf(draw),
    province: draw.province,
    places: salePlacesOf(draw),
    placeRule: placeRuleOf(draw),
    asksPosition: { online: asksPosition(draw, false), atTerminal: asksPosition(draw, true) },
    minimumAge: minimumAgeOf(draw),
    // A draw that was imported before there was this option does not have it.
    mayBeCashAdvance: options.mayBeCashAdvance ?? false,
    ...(options.statementDescriptor ? { statementDescriptor: options.statementDescriptor } : {}),
  };
}

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
function toAddOn(second: SecondDraw, locale: Language, timeZone: string): AddOn {
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
