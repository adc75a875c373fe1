import { mainPoolId } from "@/lib/draws/rules";
import { createCatalogue } from "@/lib/draws/rules.catalogue";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toCents } from "@/lib/money";
import type { Basket, PricedLine } from "@/lib/orders/rules.lines";
import { priceLines, sumByPool, sumCents } from "@/lib/orders/rules.lines";
import type { Language } from "@/lib/platform/i18n/routing";

/** `lang` is set if the text isn't in the page's language. */
export type Label = { text: string; lang?: Language };

export type OfferPart = { title: Label; tickets: number };

export type Offer = {
  id: string;
  tickets: number;
  priceCents: number;
  label?: Label;
  description?: Label;
  isHighlighted?: boolean;
  parts?: OfferPart[];
  savedCents?: number;
};

export type OfferGroup = {
  id: string;
  kind: "packages" | "bundles";
  title?: Label;
  description?: Label;
  isStacked: boolean;
  offers: Offer[];
};

export function toOfferGroups(draw: PublicDraw, locale: Language): OfferGroup[] {
  return [...toPackageGroups(draw, locale), ...toBundleGroups(draw, locale)];
}

export function toOffers(packages: readonly WirePackage[], locale: Language): Offer[] {
  return packages.map((wire) => toOffer(wire, locale));
}

export function toLabel(text: LocalText, locale: Language): Label {
  const { text: localizedText, lang } = localText(text, locale);
  return lang && lang !== locale ? { text: localizedText, lang } : { text: localizedText };
}

export function toLabelField<Key extends string>(key: Key, text: LocalText | undefined, locale: Language) {
  return (text ? { [key]: toLabel(text, locale) } : {}) as { [name in Key]?: Label };
}

type WirePackage = PublicDraw["ticketPriceInfo"][number];

function toOffer(wire: WirePackage, locale: Language): Offer {
  const { id, tickets, price, label, highlighted } = wire;
  return {
    id,
    tickets,
    priceCents: toCents(price),
    ...(highlighted ? { isHighlighted: highlighted } : {}),
    ...toLabelField("label", label, locale),
  };
}

function toPackageGroups(draw: PublicDraw, locale: Language): OfferGroup[] {
  const maxTitleLength = draw.additionalOptions.titleLengthToStackForTicketPools;
  const pools = draw.ticketPools.map((pool): OfferGroup => {
    const title = toLabel(pool.title, locale);
    const offers = toOffers(pool.ticketPriceInfo, locale);
    const description = toLabelField("description", pool.description, locale);
    return {
      id: pool.id,
      kind: "packages",
      title,
      ...description,
      isStacked: title.text.length > maxTitleLength,
      offers,
    };
  });
  if (draw.ticketPriceInfo.length === 0) return pools;
  const mainGroup: OfferGroup = {
    id: mainPoolId,
    kind: "packages",
    isStacked: false,
    offers: toOffers(draw.ticketPriceInfo, locale),
  };
  return [mainGroup, ...pools];
}

function toParts(draw: PublicDraw, lines: readonly PricedLine[], locale: Language): OfferPart[] {
  const titles = new Map(draw.secondDraws.map(({ id, title }) => [id, title]));
  return [...sumByPool(lines)].map(([poolId, { tickets }]) => ({
    title: toLabel(titles.get(poolId) ?? draw.title, locale),
    tickets,
  }));
}

/** A bundle can't be bought if one of its second draws is hidden. */
function isBundleShown(draw: PublicDraw, { items }: PublicDraw["bundles"][number]): boolean {
  const poolIds = new Set([mainPoolId, ...draw.secondDraws.map(({ id }) => id)]);
  return items.every(({ poolId }) => poolIds.has(poolId));
}

function toBundleOffer(draw: PublicDraw, bundle: PublicDraw["bundles"][number], locale: Language): Offer {
  const { pools, bundles } = createCatalogue(draw);
  // Without dates, the catalogue prices a bundle at any time.
  const catalogue = { bundles, pools: pools.map((pool) => ({ ...pool, startsAt: null, endsAt: null })) };
  const price = (basket: Basket) => priceLines(catalogue, basket, new Date(0)).lines;
  const lines = price({ lines: [], bundles: [{ bundleId: bundle.id, quantity: 1 }] });
  const savedCents = sumCents(price({ lines: bundle.items, bundles: [] })) - sumCents(lines);
  return {
    id: bundle.id,
    tickets: lines.reduce((tickets, line) => tickets + line.tickets, 0),
    priceCents: sumCents(lines),
    label: toLabel(bundle.title, locale),
    ...toLabelField("description", bundle.description, locale),
    parts: toParts(draw, lines, locale),
    ...(savedCents > 0 ? { savedCents } : {}),
  };
}

function toBundleGroups(draw: PublicDraw, locale: Language): OfferGroup[] {
  const bundles = draw.bundles.filter((bundle) => isBundleShown(draw, bundle));
  if (bundles.length === 0) return [];
  const offers = bundles.map((bundle) => toBundleOffer(draw, bundle, locale));
  const maxTitleLength = draw.additionalOptions.titleLengthToStackForBundles;
  const isStacked = offers.some(({ label }) => (label?.text.length ?? 0) > maxTitleLength);
  return [{ id: "bundles", kind: "bundles", isStacked, offers }];
}
