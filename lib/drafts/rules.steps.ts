import type { SetUpField } from "./schema";

/** The steps of a set-up, in their order. `payments` sets credentials, which no draft holds. */
export const draftSteps = [
  "basics",
  "dates",
  "tickets",
  "prizes",
  "second",
  "teams",
  "buyers",
  "texts",
  "images",
  "options",
  "payments",
] as const;

export type DraftStep = (typeof draftSteps)[number];

/** Where each field is set. */
export const stepFields = {
  basics: [
    "type",
    "title",
    "name",
    "urlSlug",
    "organization",
    "organizationAddress",
    "supportEmail",
    "license",
    "licensePDF",
    "province",
    "displayOnDashboard",
    "recurringDraw",
    "isTestDraw",
  ],
  dates: ["timeZone", "startDate", "endDate", "dates", "drawLocation"],
  tickets: ["ticketPriceInfo", "ticketPools", "bundles", "maxTickets", "maxTicketPayout", "maxJackpot", "jackpotTotal"],
  prizes: ["prizes", "useRNG", "once", "redrawTerms", "claimTerms"],
  second: ["secondDraws"],
  teams: ["teams"],
  buyers: ["enabledProvinces", "residenceProvinces", "minimumAge", "checkoutAccess", "terminal"],
  texts: ["description", "rules", "locale"],
  images: ["bannerImage", "charity"],
  options: ["additionalOptions", "ticketPrinter", "pixelId"],
  payments: [],
} as const satisfies Record<DraftStep, readonly SetUpField[]>;

/** Finds the step in which a field of a definition is set, by its path. */
export function findStep(path: string): DraftStep {
  const [field] = path.split(".");
  if (field === "apiKeys") return "payments";
  const isOfField = (step: DraftStep) => (stepFields[step] as readonly string[]).includes(field ?? "");
  return draftSteps.find(isOfField) ?? "basics";
}
