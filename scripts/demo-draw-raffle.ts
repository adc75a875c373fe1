import { demoCharities } from "./demo-charities";
import { secondDrawsAt } from "./demo-draw-raffle-second";
import { raffleFaq, raffleRules } from "./demo-draw-raffle-texts";
import { torontoInstant } from "./demo-time";

const ticketPriceInfo = [
  { id: "c1", tickets: 1, price: 25 },
  {
    id: "c3",
    tickets: 3,
    price: 60,
    label: { en: "Most popular", fr: "Le plus populaire" },
    highlighted: true,
  },
  { id: "c5", tickets: 5, price: 85 },
  { id: "c8", tickets: 8, price: 120 },
];

const ticketPools = [
  {
    id: "crew",
    title: { en: "For workplaces and families", fr: "Pour le bureau et la famille" },
    description: {
      en: "One order, one receipt and consecutive numbers, so they’re easy to share.",
      fr: "Une seule commande, un seul reçu et des numéros qui se suivent : faciles à partager.",
    },
    ticketPriceInfo: [
      { id: "c20", tickets: 20, price: 250 },
      { id: "c50", tickets: 50, price: 500, label: { en: "Best value", fr: "Le plus avantageux" } },
    ],
  },
];

const bundles = [
  {
    id: "first-mate",
    title: { en: "The First Mate", fr: "Le lieutenant" },
    description: { en: "Tickets for all three draws.", fr: "Des billets pour les trois tirages." },
    items: [
      { poolId: "main", packageId: "c3", quantity: 1, price: 54 },
      { poolId: "harbour-lights", packageId: "h5", quantity: 1, price: 8 },
      { poolId: "lifejacket", packageId: "j1", quantity: 1, price: 1.5 },
    ],
  },
  {
    id: "whole-crew",
    title: { en: "The Whole Crew", fr: "Tout l’équipage" },
    description: { en: "For a table of friends.", fr: "Pour une tablée d’amis." },
    items: [
      { poolId: "main", packageId: "c8", quantity: 1, price: 108 },
      { poolId: "harbour-lights", packageId: "h25", quantity: 2, price: 34.5 },
      { poolId: "lifejacket", packageId: "j5", quantity: 1, price: 4.25 },
    ],
  },
];

function prizesAt(now: Date) {
  return {
    "Grand Prize": [
      {
        description: {
          en: "A furnished cottage on Loon Narrows, or $400,000",
          fr: "Un chalet meublé à Loon Narrows, ou 400 000 $",
        },
        drawDate: torontoInstant(now, 18, "12:00"),
      },
    ],
    "Early Bird": [
      {
        description: {
          en: "A week for four at a fly-in lodge",
          fr: "Une semaine à quatre en pourvoirie",
        },
        drawDate: torontoInstant(now, 4, "12:00"),
      },
      {
        description: { en: "$5,000 toward your heating bill", fr: "5 000 $ pour votre facture de chauffage" },
        drawDate: torontoInstant(now, 9, "12:00"),
      },
    ],
    "Add On": [
      {
        description: {
          en: "A 20-foot aluminum boat with trailer",
          fr: "Un bateau en aluminium de 20 pieds avec remorque",
        },
        drawDate: torontoInstant(now, 18, "12:00"),
      },
    ],
  };
}

const crews = {
  id: "crews",
  title: { en: "Which boat are you cheering for?", fr: "Quel bateau encouragez-vous?" },
  teams: [
    { id: "heron", name: { en: "Heron", fr: "Héron" }, color: "#1d4ed8", icon: "/demo/team-heron.svg" },
    { id: "tern", name: { en: "Tern", fr: "Sterne" }, color: "#0f766e", icon: "/demo/team-tern.svg" },
  ],
};

/** The demo raffle: ticket pools, bundles, and second draws that are mandatory, limited, and cut off. */
export function demoRaffleAt(now: Date) {
  return {
    id: "demo-raffle",
    type: "Prize raffle",
    title: { en: "Lighthouse Cottage Raffle", fr: "Tombola du chalet du phare" },
    urlSlug: "lighthouse-cottage",
    name: "Lighthouse Cottage Raffle",
    organization: { en: "Loon Narrows Marine Rescue", fr: "Sauvetage nautique de Loon Narrows" },
    charity: demoCharities.rescue,
    organizationAddress: { line1: "1 Breakwater Lane", city: "Loon Narrows", state: "ON", postal_code: "P0Z 0Z0" },
    supportEmail: "help@loon-narrows.example",
    license: "DEMO-RAF-0004810",
    licensePDF: "/demo/licence.pdf",
    province: "ON",
    enabledProvinces: ["ON"],
    minimumAge: 18,
    bannerImage: { url: "/demo/harbour.svg", dominantColor: "#173b57" },
    description: {
      en: "When a canoe turns over in October, you have eleven minutes. Thirty-two volunteers keep two boats ready day and night, and every launch costs $900 in fuel and gear.\n\nThis raffle pays for the winter: heaters for the boathouse, dry suits that keep water out, and a third boat for the north shore.\n\nThe cottage has three bedrooms, a dock and a road that’s open all year. It’s worth $400,000, and the winner may take the cash instead.",
      fr: "Quand un canot chavire en octobre, il reste onze minutes. Trente-deux bénévoles tiennent deux bateaux prêts jour et nuit, et chaque sortie coûte 900 $ en carburant et en matériel.\n\nCette tombola finance la saison d’hiver : le chauffage du hangar, des combinaisons étanches et un troisième bateau pour la rive nord.\n\nLe chalet a trois chambres, un quai et un chemin ouvert à l’année. Il vaut 400 000 $; la personne gagnante peut choisir cette somme à la place.",
    },
    rules: raffleRules,
    ticketPriceInfo,
    ticketPools,
    bundles,
    secondDraws: secondDrawsAt(now),
    maxTickets: 40_000,
    maxTicketPayout: 100,
    startDate: torontoInstant(now, -12, "09:00"),
    endDate: torontoInstant(now, 18, "12:00"),
    dates: [
      torontoInstant(now, -12, "09:00"),
      torontoInstant(now, 4, "12:00"),
      torontoInstant(now, 9, "12:00"),
      torontoInstant(now, 17, "20:00"),
      torontoInstant(now, 18, "12:00"),
    ],
    teams: [crews],
    drawLocation: { en: "the boathouse in Loon Narrows", fr: "hangar à bateaux de Loon Narrows" },
    prizes: prizesAt(now),
    // No account of anybody: the question is asked, and whoever allows it is counted nowhere.
    pixelId: "100000000000000",
    additionalOptions: {
      faq: raffleFaq,
      displayFAQ: true,
      customSupportText: { en: "Pick your boat", fr: "Choisissez votre bateau" },
      uniqueOrderPrefix: "LN",
      enableNoticeOn5050Page: true,
      featuredDraws: { mode: "parent" },
    },
  };
}
