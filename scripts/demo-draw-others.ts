import { demoCharities } from "./demo-charities";
import { licence, residentRules, rules } from "./demo-draw-terms";
import { torontoInstant, torontoMinute } from "./demo-time";

/** A raffle with ten tickets in all, sold one by one. */
export function demoSmallAt(now: Date) {
  return {
    ...licence,
    id: "demo-small",
    type: "Prize raffle",
    title: { en: "The Ten-Ticket Quilt Raffle", fr: "Tombola des dix billets" },
    urlSlug: "ten-ticket-quilt",
    locale: {
      useLocal: true,
      messages: {
        en: { "checkout.heading": "Take one of the ten" },
        fr: { "checkout.heading": "Prenez l’un des dix billets" },
      },
    },
    organization: { en: "Pinder Point Quilters’ Guild", fr: "Guilde des courtepointières de Pointe-Pinder" },
    charity: demoCharities.quilters,
    license: "DEMO-RAF-0000010",
    bannerImage: { url: "/demo/quilt.svg", dominantColor: "#7a2036" },
    description: {
      en: "One hand-sewn quilt, ten tickets, and not one more. The guild gives every dollar to the winter shelter.",
      fr: "Une courtepointe cousue à la main, dix billets, et pas un de plus. La guilde remet chaque dollar au refuge d’hiver.",
    },
    rules,
    ticketPriceInfo: [{ id: "one", tickets: 1, price: 10, highlighted: true }],
    maxTickets: 10,
    startDate: torontoInstant(now, -2, "09:00"),
    endDate: torontoInstant(now, 20, "20:00"),
    prizes: {
      "Grand Prize": [
        {
          description: {
            en: "The Northern Lights quilt, sewn by hand over 400 hours",
            fr: "La courtepointe Aurore boréale, cousue à la main en 400 heures",
          },
          drawDate: torontoInstant(now, 20, "20:00"),
        },
      ],
    },
    additionalOptions: { uniqueOrderPrefix: "PP" },
  };
}

/** A 50/50 of 60 tickets, small enough to be really bought out. */
export function demoSoldoutAt(now: Date) {
  return {
    ...licence,
    id: "demo-soldout",
    title: { en: "Station 7 Pancake 50/50", fr: "50/50 Crêpes de la caserne 7" },
    urlSlug: "station-7-pancakes",
    organization: { en: "Station 7 Volunteer Firefighters", fr: "Pompiers volontaires de la caserne 7" },
    charity: demoCharities.firefighters,
    license: "DEMO-RAF-0000060",
    bannerImage: { url: "/demo/station.svg", dominantColor: "#8d1220" },
    description: {
      en: "Sixty tickets for a new thermal camera: the one that finds people through smoke.",
      fr: "Soixante billets pour une nouvelle caméra thermique : celle qui permet de retrouver les gens dans la fumée.",
    },
    rules,
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 5 },
      { id: "ten", tickets: 10, price: 20, highlighted: true },
    ],
    maxTickets: 60,
    maxTicketPayout: 20,
    startDate: torontoInstant(now, -4, "08:00"),
    endDate: torontoInstant(now, 5, "12:00"),
    dates: [torontoInstant(now, -4, "08:00"), torontoInstant(now, 5, "10:00"), torontoInstant(now, 5, "12:00")],
    additionalOptions: { uniqueOrderPrefix: "S7" },
  };
}

/** A 50/50 with the defaults of `checkoutAccess`: it asks for the device's location, and checks the IP address. */
export function demoLocatedAt(now: Date) {
  return {
    ...licence,
    id: "demo-located",
    title: { en: "Canal Skate 50/50", fr: "50/50 Patinoire du canal" },
    urlSlug: "canal-skate",
    organization: { en: "Friends of the Canal Skate", fr: "Amis de la patinoire du canal" },
    charity: demoCharities.skaters,
    license: "DEMO-RAF-0000061",
    bannerImage: { url: "/demo/canal.svg", dominantColor: "#1f4e79" },
    description: {
      en: "Tickets are sold only in Ontario, so this draw checks where you are. Proceeds build a warming hut beside the ice.",
      fr: "Vendu en Ontario seulement, ce tirage vérifie où vous êtes. Il financera un abri chauffé au bord de la glace.",
    },
    rules: residentRules,
    enabledProvinces: ["ON"],
    checkoutAccess: { requireGPSCheck: true, requireIPCheck: true },
    jackpotTotal: 3260,
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 5 },
      { id: "ten", tickets: 10, price: 20, highlighted: true },
    ],
    startDate: torontoInstant(now, -3, "08:00"),
    endDate: torontoInstant(now, 6, "12:00"),
    dates: [torontoInstant(now, -3, "08:00"), torontoInstant(now, 6, "10:00"), torontoInstant(now, 6, "12:00")],
    additionalOptions: { uniqueOrderPrefix: "CS" },
  };
}

/**
 * A 50/50 that is sold and closed by hand as the demo starts, and drawn a few minutes later: its dates alone would be
 * open still.
 */
export function demoClosedAt(now: Date) {
  const drawnAt = torontoMinute(now, 3);
  return {
    ...licence,
    id: "demo-closed",
    title: { en: "Harvest Moon 50/50", fr: "50/50 Lune des moissons" },
    urlSlug: "harvest-moon",
    organization: { en: "Larkspur Valley Food Bank", fr: "Banque alimentaire de Larkspur Valley" },
    charity: demoCharities.foodBank,
    license: "DEMO-RAF-0000118",
    bannerImage: { url: "/demo/harvest.svg", dominantColor: "#5a3512" },
    description: {
      en: "Half to a neighbour, half to the shelves of the food bank before the snow comes.",
      fr: "La moitié à un voisin, l’autre moitié aux tablettes de la banque alimentaire avant la neige.",
    },
    rules,
    jackpotTotal: 1200,
    ticketPriceInfo: [
      { id: "three", tickets: 3, price: 5 },
      { id: "twenty", tickets: 20, price: 20, highlighted: true },
    ],
    startDate: torontoInstant(now, -21, "09:00"),
    endDate: torontoInstant(now, 2, "21:00"),
    winners: [{ poolId: "main", prizeType: "Grand Prize", number: 23, name: "Odette L.", drawnAt }],
    recurringDraw: true,
    additionalOptions: { uniqueOrderPrefix: "LV" },
  };
}
