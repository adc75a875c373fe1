import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { MessagePath } from "@/lib/platform/i18n/message-parts";

/** What every checkout says before anybody has pressed anything, and where its other words do not come. */
const always = [
  "live.units",
  "live.timeLeft",
  "live.sold",
  "live.from",
  "live.inPerson",
  "live.someone",
  "live.bought",
  "live.beFirst",
  "live.ago",
  "checkout.heading",
  "checkout.stepTickets",
  "checkout.stepDetails",
  "checkout.stepPayment",
  "checkout.tickets",
  "checkout.ticketWord",
  "checkout.each",
  "checkout.unavailable",
  "checkout.quantity",
  "checkout.fewer",
  "checkout.more",
  "checkout.quantityOne",
  "checkout.quantityTotal",
  "checkout.optional",
  "checkout.name",
  "checkout.email",
  "checkout.emailHint",
  "checkout.phone",
  "checkout.phoneHint",
  "checkout.province",
  "checkout.postalCode",
  "checkout.addPhone",
  "checkout.addPostalCode",
  "checkout.noScript",
  "checkout.confirm",
  "checkout.age",
  "checkout.rules",
  "checkout.cardNumber",
  "checkout.cardExpiry",
  "checkout.cardExpiryPlaceholder",
  "checkout.cardCode",
  "checkout.cardCodePlaceholder",
  "checkout.cardsAccepted",
  "checkout.cardLoading",
  "checkout.retry",
  "checkout.total",
  "checkout.pay",
  "checkout.closed",
  "checkout.restoring",
  "checkout.restoringLost",
  "checkout.lostContact",
  "reasons.unreachable",
  "reasons.internal-error",
] as const satisfies readonly MessagePath[];

const ofAddOns = [
  "checkout.addOnsHeading",
  "checkout.addOnRequired",
  "checkout.addOnOptional",
  "checkout.addOnIncluded",
  "checkout.addOnAhead",
  "checkout.addOnStates",
  "checkout.addOnAwaited",
] as const satisfies readonly MessagePath[];

type Offered = { draw: CheckoutDraw; live: LiveState };

function wordsOfPlaces({ placeRule, places, provinces }: CheckoutDraw): MessagePath[] {
  const homes = placeRule === "residenceApart" ? provinces : [];
  const named = provinces.map((code) => `checkout.provinces.${code}` as const);
  const where = [...places, ...homes].map((code) => `checkout.places.${code}` as const);
  return [...new Set([...named, ...where]), `checkout.${placeRule}`, "checkout.or"];
}

/**
 * What the page of a draw says before its other words come (late-words.ts): by the parts that this draw has. Whoever
 * lets a part say more adds it here; components/checkout/first-words.test.tsx finds what is missing.
 */
export function firstWordsOf({ draw, live }: Offered): MessagePath[] {
  const has = (isSo: boolean, paths: readonly MessagePath[]) => (isSo ? paths : []);
  return [
    ...always,
    ...wordsOfPlaces(draw),
    ...has(draw.provinces.length === 0, ["checkout.chooseProvince"]),
    ...has(live.prize !== null, ["live.ofPot"]),
    ...has(draw.provinces.length === 1, ["checkout.provinceOnly"]),
    ...has(live.left !== null, ["live.left", "live.soldOf"]),
    ...has(live.teams.length > 0 || draw.teams.length > 0, ["live.teamTickets"]),
    ...has(live.reason !== undefined, [`live.stops.${live.reason ?? "draw-closed"}`]),
    ...has(draw.isTestDraw, ["checkout.testMark"]),
    ...has(draw.teams.length > 0, ["checkout.team", "checkout.teamHint", "checkout.teamNone", "checkout.teamWhole"]),
    ...has(
      draw.groups.some(({ kind }) => kind === "bundles"),
      ["checkout.bundles", "checkout.bundleApart", "checkout.bundleSaves"],
    ),
    ...has(draw.groups.length > 1 || draw.addOns.length > 0, ["checkout.fromPrice"]),
    ...has(draw.groups.length > 1, ["checkout.moreOffers"]),
    ...has(draw.allowsPlainList, ["checkout.plainList", "checkout.fullList", "checkout.plainPackage"]),
    ...has(draw.addOns.length > 0, ofAddOns),
    ...has(
      draw.addOns.some(({ mandatory }) => mandatory),
      ["checkout.everyOrder"],
    ),
    ...has(draw.asksPosition.online, ["checkout.position"]),
  ];
}
