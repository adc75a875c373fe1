import { getSecondDrawDate } from "@/lib/draws/rules";
import type { Catalogue } from "@/lib/draws/rules.catalogue";
import { createCatalogue } from "@/lib/draws/rules.catalogue";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { PlaceRule } from "@/lib/eligibility/rules";
import {
  createPlaceRule,
  getMinimumAge,
  listLocationChecks,
  listResidences,
  listSalePlaces,
} from "@/lib/eligibility/rules";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import type { ProvinceCode } from "@/lib/postal-address";
import type { Label, Offer, OfferGroup } from "./offers";
import { toLabel, toLabelField, toOfferGroups, toOffers } from "./offers";

export type AddOn = {
  poolId: string;
  title: Label;
  description?: Label;
  isMandatory: boolean;
  offers: Offer[];
  prizes?: Label[];
  usesGenerator?: boolean;
  opensOn?: string;
  closesOn?: string;
  drawnOn?: string;
  licence?: string;
  licenceHref?: string;
};

export type TeamOption = { id: string; name: Label; color?: string; icon?: string };

type TeamGroup = { id: string; title: Label; teams: TeamOption[] };

export type CheckoutDraw = {
  id: string;
  organization: string;
  isTestDraw: boolean;
  catalogue: Catalogue;
  groups: OfferGroup[];
  addOns: AddOn[];
  teams: TeamGroup[];
  canSelectWholeGroup: boolean;
  allowsPlainList: boolean;
  supportText?: Label;
  supportedText?: Label;
  provinces: ProvinceCode[];
  province: ProvinceCode;
  places: ProvinceCode[];
  placeRule: PlaceRule;
  minimumAge: number;
  mayBeCashAdvance: boolean;
  statementDescriptor?: string;
  needsPosition: { online: boolean; atTerminal: boolean };
};

/** Texts are in `locale`, prices in cents. */
export function toCheckoutDraw(draw: PublicDraw, locale: Language): CheckoutDraw {
  const { additionalOptions: options } = draw;
  return {
    id: draw.id,
    isTestDraw: draw.isTestDraw,
    catalogue: createCatalogue(draw),
    groups: toOfferGroups(draw, locale),
    addOns: [...draw.secondDraws]
      .sort((first, second) => second.settings.priority - first.settings.priority)
      .map((second) => toAddOn(second, locale, draw.timeZone)),
    organization: localText(draw.organization, locale).text,
    teams: toTeams(draw, locale),
    canSelectWholeGroup: options.canSelectAllGroups,
    allowsPlainList: options.allowAccessibilityModeForTicketPackageSelection,
    ...toLabelField("supportText", options.customSupportText, locale),
    ...toLabelField("supportedText", options.customPostSupportSelectText, locale),
    provinces: listResidences(draw),
    province: draw.province,
    places: listSalePlaces(draw),
    placeRule: createPlaceRule(draw),
    needsPosition: { online: needsPosition(draw, false), atTerminal: needsPosition(draw, true) },
    minimumAge: getMinimumAge(draw),
    // Draws imported before this option existed lack it.
    mayBeCashAdvance: options.mayBeCashAdvance ?? false,
    ...(options.statementDescriptor ? { statementDescriptor: options.statementDescriptor } : {}),
  };
}

type SecondDraw = PublicDraw["secondDraws"][number];

function toAddOn(second: SecondDraw, locale: Language, timeZone: string): AddOn {
  const toDateField = <Key extends string>(key: Key, at: Date | string | null | undefined) =>
    (at ? { [key]: formatInstant(at, locale, timeZone, "short") } : {}) as { [name in Key]?: string };
  const drawsAt = getSecondDrawDate(second);
  const isClosedByDraw = second.cutOffDate && Date.parse(second.cutOffDate) === drawsAt?.getTime();
  const prizes = Object.values(second.prizes).flat();
  return {
    poolId: second.id,
    title: toLabel(second.title, locale),
    ...toLabelField("description", second.description || undefined, locale),
    isMandatory: second.settings.mandatoryPurchase,
    offers: toOffers(second.ticketPackageInfo, locale),
    ...(prizes.length > 0 ? { prizes: prizes.map(({ description }) => toLabel(description, locale)) } : {}),
    ...(second.useRNG === undefined ? {} : { usesGenerator: second.useRNG }),
    ...toDateField("opensOn", second.startDate),
    ...toDateField("closesOn", isClosedByDraw ? null : second.cutOffDate),
    ...toDateField("drawnOn", drawsAt),
    ...(second.license ? { licence: second.license } : {}),
    ...(second.licensePDF ? { licenceHref: second.licensePDF } : {}),
  };
}

function toTeams(draw: PublicDraw, locale: Language): TeamGroup[] {
  return draw.teams.map(({ id, title, teams }) => ({
    id,
    title: toLabel(title, locale),
    teams: teams.map((team) => ({
      id: team.id,
      name: toLabel(team.name, locale),
      ...(team.color ? { color: team.color } : {}),
      // Icons from other hosts may not load, so a form shows only those of this site.
      ...(team.icon?.startsWith("/") ? { icon: team.icon } : {}),
    })),
  }));
}

function needsPosition(draw: PublicDraw, atTerminal: boolean): boolean {
  return listLocationChecks(draw, { atTerminal }).needed.includes("gps");
}
