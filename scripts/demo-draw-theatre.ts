import { demoCharities } from "./demo-charities";
import { licence, rules } from "./demo-draw-terms";
import { torontoInstant } from "./demo-time";

/** A 50/50 whose sales open in three days. */
export function demoUpcomingAt(now: Date) {
  return {
    ...licence,
    id: "demo-upcoming",
    title: { en: "Holiday Lights 50/50", fr: "50/50 Lumières des Fêtes" },
    urlSlug: "holiday-lights",
    organization: { en: "Cedar Bay Community Theatre", fr: "Théâtre communautaire de Cedar Bay" },
    charity: demoCharities.theatre,
    license: "DEMO-RAF-0000300",
    bannerImage: { url: "/demo/lights.svg", dominantColor: "#12343b" },
    description: {
      en: "Keep the lights on at the last stage within a hundred kilometres.",
      fr: "Gardons les projecteurs allumés sur la dernière scène à cent kilomètres à la ronde.",
    },
    rules,
    jackpotTotal: 5000,
    ticketPriceInfo: [
      { id: "five", tickets: 5, price: 10 },
      { id: "thirty", tickets: 30, price: 25, highlighted: true },
      { id: "hundred", tickets: 100, price: 50 },
    ],
    startDate: torontoInstant(now, 3, "10:00"),
    endDate: torontoInstant(now, 31, "21:00"),
    additionalOptions: { uniqueOrderPrefix: "CB" },
  };
}

/** A 50/50 that only ever tests: every page and every receipt of it says so. */
export function demoTestAt(now: Date) {
  return {
    ...licence,
    id: "demo-test",
    isTestDraw: true,
    title: { en: "Dress Rehearsal 50/50", fr: "50/50 Répétition générale" },
    urlSlug: "dress-rehearsal",
    organization: { en: "Cedar Bay Community Theatre", fr: "Théâtre communautaire de Cedar Bay" },
    charity: demoCharities.theatre,
    license: "DEMO-RAF-TEST",
    bannerImage: { url: "/demo/rehearsal.svg", dominantColor: "#2c2440" },
    description: {
      en: "Before the curtain rises, the box office practises. Nothing bought here can win, and nothing is charged.",
      fr: "Avant le lever du rideau, la billetterie s’exerce. Rien de ce qui s’achète ici ne peut gagner, et aucun montant n’est débité.",
    },
    rules,
    jackpotTotal: 100,
    ticketPriceInfo: [
      { id: "three", tickets: 3, price: 5 },
      { id: "ten", tickets: 10, price: 10, highlighted: true },
    ],
    startDate: torontoInstant(now, -1, "09:00"),
    endDate: torontoInstant(now, 60, "20:00"),
    additionalOptions: { uniqueOrderPrefix: "TEST", displayDateTimeTicketPurchaseTemplate: "YYYY-MM-DD HH:mm z" },
  };
}
