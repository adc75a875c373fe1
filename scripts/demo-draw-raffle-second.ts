import { torontoInstant } from "./demo-time";

function harbourLightsAt(now: Date) {
  return {
    id: "harbour-lights",
    type: "5050 Cash",
    title: { en: "Harbour Lights 50/50", fr: "50/50 Feux du port" },
    description: {
      en: "Half of this pot goes to one winner. The other half fuels the boats for the winter.",
      fr: "La moitié de cette cagnotte va à une seule personne; l’autre fait le plein des bateaux pour l’hiver.",
    },
    license: "DEMO-RAF-0004811",
    licensePDF: "/demo/licence.pdf",
    jackpotTotal: 1250,
    ticketPackageInfo: [
      { id: "h5", tickets: 5, price: 10 },
      { id: "h25", tickets: 25, price: 20, highlighted: true },
      { id: "h100", tickets: 100, price: 50 },
    ],
    maxTickets: 5000,
    maxTicketPayout: 300,
    cutOffDate: torontoInstant(now, 15, "20:00"),
    drawDate: torontoInstant(now, 16, "12:00"),
    participatesInTeamStats: true,
    settings: { priority: 20 },
  };
}

function lifejacketAt(now: Date) {
  return {
    id: "lifejacket",
    type: "Prize raffle",
    title: { en: "Lifejacket Draw", fr: "Tirage des gilets" },
    description: {
      en: "Each order enters a draw for a family set of lifejackets. Nobody should be out on the water without one.",
      fr: "Des gilets de sauvetage pour toute une famille. Personne ne devrait aller sur l’eau sans le sien.",
    },
    license: "DEMO-RAF-0004812",
    licensePDF: "/demo/licence.pdf",
    ticketPackageInfo: [
      { id: "j1", tickets: 1, price: 2 },
      { id: "j5", tickets: 5, price: 5 },
    ],
    maxTicketPayout: 50,
    cutOffDate: torontoInstant(now, 17, "20:00"),
    drawDate: torontoInstant(now, 18, "11:00"),
    prizes: {
      "Add On": [
        {
          description: {
            en: "Five lifejackets, fitted in store",
            fr: "Cinq gilets de sauvetage, ajustés en magasin",
          },
          drawDate: torontoInstant(now, 18, "11:00"),
        },
      ],
    },
    settings: { priority: 30, mandatoryPurchase: true },
  };
}

/** Its sales were cut off the day before, and it has not been drawn yet. */
function firstLightAt(now: Date) {
  return {
    id: "first-light",
    type: "Prize raffle",
    title: { en: "First Light Canoe Draw", fr: "Tirage du canot de l’aube" },
    description: {
      en: "A cedar canoe, built by the volunteers over two winters.",
      fr: "Un canot de cèdre construit par les bénévoles en deux hivers.",
    },
    license: "DEMO-RAF-0004813",
    licensePDF: "/demo/licence.pdf",
    ticketPackageInfo: [{ id: "f1", tickets: 1, price: 10 }],
    maxTickets: 400,
    cutOffDate: torontoInstant(now, -1, "20:00"),
    drawDate: torontoInstant(now, 2, "12:00"),
    prizes: {
      "Add On": [{ description: { en: "The canoe, with two paddles", fr: "Le canot, avec deux pagaies" } }],
    },
    settings: { priority: 10 },
  };
}

/** The second draws of the demo raffle: one that is cut off, a small one, and a mandatory one. */
export function secondDrawsAt(now: Date) {
  return [firstLightAt(now), harbourLightsAt(now), lifejacketAt(now)];
}
