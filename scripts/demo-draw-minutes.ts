import { demoCharities } from "./demo-charities";
import { licence } from "./demo-draw-terms";
import { torontoInstant, torontoMinute } from "./demo-time";

const rules = {
  en: "1. The winner receives half of the pot; the other half goes to the charity.\n2. To buy tickets, you must be 18 or older, live in Ontario and be in Ontario when you buy.\n3. Numbers are issued in order, from 1, when the payment is approved.\n4. The winning number is drawn by a random number generator from all numbers sold. Voided numbers cannot win.\n5. You don’t need to be present to win. A prize must be claimed within six months.",
  fr: "1. La personne gagnante reçoit la moitié de la cagnotte; l’autre moitié est versée à l’organisme.\n2. Les billets sont vendus uniquement aux personnes de 18 ans ou plus qui habitent en Ontario et s’y trouvent au moment de l’achat.\n3. Les numéros sont attribués dans l’ordre, à partir de 1, dès que le paiement est accepté.\n4. Le numéro gagnant est tiré par un générateur de nombres aléatoires parmi tous les numéros vendus. Un numéro annulé ne peut pas gagner.\n5. Votre présence n’est pas requise pour gagner. Un lot doit être réclamé dans les six mois.",
};

const half = {
  en: "Half of the pot, paid in one cheque",
  fr: "La moitié de la cagnotte, versée en un seul chèque",
};

/** A 50/50 whose sales close within the hour, whenever the demo is started. */
export function demoClosingAt(now: Date) {
  const closes = torontoMinute(now, 35, 5);
  const draws = torontoMinute(new Date(closes), 20, 5);
  return {
    ...licence,
    enabledProvinces: ["ON"],
    id: "demo-closing",
    title: { en: "Sleepless Trail 50/50", fr: "50/50 Nuit blanche en sentier" },
    urlSlug: "sleepless-trail",
    organization: { en: "Whistlewood Search Dogs", fr: "Chiens de recherche de Whistlewood" },
    organizationAddress: { line1: "40 Lookout Road", city: "Whistlewood", state: "ON", postal_code: "P0Z 0Z0" },
    charity: demoCharities.searchDogs,
    supportEmail: "help@whistlewood.example",
    license: "DEMO-RAF-0024024",
    bannerImage: { url: "/demo/trail.svg", dominantColor: "#0d2b2e" },
    description: {
      en: "Forty handlers and their dogs walk the ridge trail for twenty-four hours, in relays, lamps on. Sales end with the last lap.\n\nHalf of the pot trains the next four dogs. Last year our teams were called out thirty-one times, and brought twenty-six people home.",
      fr: "Quarante maîtres et leurs chiens se relaient sur le sentier de la crête pendant vingt-quatre heures, lampe au front. La vente prend fin avec le dernier tour.\n\nLa moitié de la cagnotte sert à former les quatre prochains chiens. L’an dernier, nos équipes sont sorties trente et une fois et ont ramené vingt-six personnes à la maison.",
    },
    rules,
    jackpotTotal: 18_420,
    ticketPriceInfo: [
      { id: "three", tickets: 3, price: 5 },
      { id: "twenty", tickets: 20, price: 10 },
      {
        id: "sixty",
        tickets: 60,
        price: 20,
        label: { en: "Most popular", fr: "Le plus populaire" },
        highlighted: true,
      },
      { id: "two-hundred", tickets: 200, price: 50, label: { en: "Best value", fr: "Le plus avantageux" } },
    ],
    maxTicketPayout: 2000,
    startDate: torontoInstant(now, -8, "09:00"),
    endDate: draws,
    dates: [torontoInstant(now, -8, "09:00"), closes, draws],
    drawLocation: { en: "the ranger station at the trailhead", fr: "poste des gardes, au départ du sentier" },
    prizes: { "Grand Prize": [{ description: half, drawDate: draws }] },
    additionalOptions: { uniqueOrderPrefix: "WW" },
  };
}

/**
 * A 50/50 that is sold and closed as the demo starts, and drawn a few minutes later: its winners are known. Its early
 * birds were drawn on evenings before, while it was on sale.
 */
export function demoDrawnAt(now: Date) {
  const opens = torontoInstant(now, -16, "09:00");
  const closes = torontoMinute(now, 2);
  const draws = torontoMinute(new Date(closes), 1);
  const earlyBirds = [torontoInstant(now, -9, "19:00"), torontoInstant(now, -3, "19:00")] as const;
  const winners = [
    ["Grand Prize", 214, "Odile K.", draws],
    ["Early Bird", 47, "Emeka L.", earlyBirds[0]],
    ["Early Bird", 281, "Mireille S.", earlyBirds[1]],
  ] as const;
  return {
    ...licence,
    enabledProvinces: ["ON"],
    id: "demo-drawn",
    title: { en: "Long Table Supper 50/50", fr: "50/50 La grande tablée" },
    urlSlug: "long-table-supper",
    organization: { en: "Blue Kettle Community Kitchen", fr: "Cuisine collective de la Bouilloire bleue" },
    organizationAddress: { line1: "7 Ferry Street", city: "Heron Landing", state: "ON", postal_code: "K0Z 0Z0" },
    charity: demoCharities.kitchen,
    supportEmail: "help@blue-kettle.example",
    license: "DEMO-RAF-0000365",
    bannerImage: { url: "/demo/long-table.svg", dominantColor: "#27305c" },
    description: {
      en: "Once a year the whole street sits down at one table, and anyone who’s hungry has a seat.\n\nHalf of the pot went home with a neighbour. The other half pays for supper at the Blue Kettle until spring: two hundred plates a night, and nobody is asked why they came.",
      fr: "Une fois l’an, toute la rue s’assoit à la même table, et quiconque a faim y trouve une place.\n\nLa moitié de la cagnotte est allée à quelqu’un du voisinage. L’autre moitié finance les soupers de la Bouilloire bleue jusqu’au printemps : deux cents assiettes par soir, offertes à qui se présente.",
    },
    rules,
    jackpotTotal: 26_315,
    ticketPriceInfo: [
      { id: "five", tickets: 5, price: 5 },
      { id: "thirty", tickets: 30, price: 20, highlighted: true },
      { id: "eighty", tickets: 80, price: 40 },
    ],
    startDate: opens,
    endDate: draws,
    dates: [opens, ...earlyBirds, closes, draws],
    drawLocation: { en: "the long table on Ferry Street", fr: "grande table de la rue Ferry" },
    prizes: {
      "Grand Prize": [{ description: half, drawDate: draws }],
      "Early Bird": [
        {
          description: { en: "A year of Sunday pies", fr: "Une tarte chaque dimanche pendant un an" },
          drawDate: earlyBirds[0],
          winningTicketNumber: 47,
        },
        {
          description: { en: "$500 in groceries", fr: "500 $ d’épicerie" },
          drawDate: earlyBirds[1],
          winningTicketNumber: 281,
        },
      ],
    },
    winners: winners.map(([prizeType, number, name, drawnAt]) => ({
      poolId: "main",
      prizeType,
      number,
      name,
      drawnAt,
    })),
    additionalOptions: { uniqueOrderPrefix: "BK" },
  };
}
