import template from "@/lib/draws/template.json";
import type { ProvinceCode } from "@/lib/postal-address";
import type { Rule } from "@/lib/provinces/rules";
import { isConfirmed } from "@/lib/provinces/rules";
import { provinceRules } from "@/lib/provinces/rules.table";
import { localInstant } from "@/scripts/draw/local-instant";

/** The choices for a first draft. `now` is when it is written. */
export type DraftDraw = { id: string; isRaffle: boolean; province: ProvinceCode; now: Date };

const fiftyFifty = `  // What is sold. "price" is in dollars for the whole package. The "highlighted" one is chosen at first.
  "ticketPriceInfo": [
    { "id": "p3", "tickets": 3, "price": 5 },
    { "id": "p10", "tickets": 10, "price": 10 },
    { "id": "p40", "tickets": 40, "price": 20, "highlighted": true,
      "label": { "en": "Most popular", "fr": "Le plus populaire" } },
    { "id": "p120", "tickets": 120, "price": 40 }
  ],
  // What is in the pot before the first sale, in dollars.
  "jackpotTotal": 0,
  // The most tickets that may be sold, as the licence says. null: no limit.
  "maxTickets": null,`;

const raffle = `  // What is sold. "price" is in dollars for the whole package.
  "ticketPriceInfo": [
    { "id": "t1", "tickets": 1, "price": 25 },
    { "id": "t3", "tickets": 3, "price": 60, "highlighted": true }
  ],
  // The most tickets that may be sold, as the licence says.
  "maxTickets": 5000,`;

/**
 * A draw file for `npm run draw -- import`: JSON with comments that say what to fill in. It lacks the keys of the
 * merchant account, so that it can't be imported by mistake.
 */
export function draftDraw(draw: DraftDraw): string {
  const { timeZone, minimumAge, presence } = provinceRules[draw.province];
  const instant = (days: number, time: string) => localInstant(timeZone, draw.now, days, time);
  return `// A draw for Tirage. Texts can be one string, or one for each language. Every field: docs/design.md.
// Check it and put it on sale: npm run draw -- import FILE
{
  // Part of the URL of its page, and of every order. It can't change after the first sale.
  "id": "${draw.id}",
  "urlSlug": "${draw.id.toLowerCase()}",
  // Raise it with each change: an import with a lower one than the last is refused.
  "version": 1,
  // Draws with the same parent share their tablets.
  "parentId": "${draw.id}",
  "type": "${draw.isRaffle ? "Prize raffle" : "5050 Cash"}",
  "title": { "en": "${template.title}", "fr": "Notre premier tirage" },
  // Nothing is sold until this is "Approved".
  "state": { "approval_state": "Pending" },
  // Pages, receipts and emails are marked as a test until this is false.
  "isTestDraw": true,

  // Who runs it. The licence number is on every receipt.
  "organization": { "en": "${template.organization}", "fr": "Nom de l’organisme" },
  "organizationAddress": { "line1": "", "city": "", "state": "${draw.province}", "postal_code": "" },
  "supportEmail": "${template.supportEmail}",
  "license": "",
  // "charity": { "logo": "https://…/logo.svg", "color": "#14513f", "registration": "12345 6789 RR0001",
  //              "story": { "en": "${template.story}", "fr": "…" } },
  // "bannerImage": { "url": "https://…/picture.jpg" },
  "description": { "en": "${template.description}", "fr": "À quoi servira l’argent." },
  "rules": { "en": "${template.rules}", "fr": "Le règlement tel que déposé." },

  // Where it may be sold: ${describeSource(presence)}.
  "province": "${draw.province}",
  "enabledProvinces": ["${draw.province}"],
  // From which age: ${describeSource(minimumAge)}.
  "minimumAge": ${minimumAge.value},
  // Buyers online must share their location, and their IP address is checked too: the server needs IP_LOCATION_HEADER
  // or IP_LOCATION_DATABASE for that (docs/configuration.md, Where buyers are).
  "checkoutAccess": { "requireGPSCheck": true, "requireIPCheck": true },
  // On tablets: whether they take cash (then every price is whole five cents), also without a name, and whether
  // operators may refund what their tablet sold in the last 30 minutes.
  "terminal": { "allowCash": true, "allowAnonymousCash": true, "allowRefund": false },

  // When it sells, and when it is drawn.
  "timeZone": "${timeZone}",
  "startDate": "${instant(7, "09:00")}",
  "endDate": "${instant(28, "21:00")}",
  "drawLocation": { "en": "", "fr": "" },

${draw.isRaffle ? raffle : fiftyFifty}
${draftPrizes(draw, instant(29, "12:00"))}

  // Ask Bambora what card statements will show: receipts repeat it, in 22 characters at most. And whether card issuers
  // may treat a purchase as a cash advance: buyers are then told before they pay.
  // "additionalOptions": { "statementDescriptor": "OUR CHARITY 5050", "mayBeCashAdvance": true },

  // The merchant account. Ask Bambora for the passcodes; keep this file where nobody else can read it.
  "apiKeys": { "bambora": { "merchantId": "", "passcode": "", "reportingPasscode": "", "profilePasscode": "" } }
}
`;
}

function describeSource(rule: Rule<unknown>): string {
  return isConfirmed(rule)
    ? `${rule.source.title}, read ${rule.source.readOn}`
    : "not confirmed, ask your regulator (docs/draw-rules.md, Rules by province)";
}

function draftPrizes({ isRaffle, province }: DraftDraw, drawnAt: string): string {
  const { claimMonths } = provinceRules[province];
  const claimNote = claimMonths
    ? `\n  // An unclaimed prize is kept for ${claimMonths.value} months: ${describeSource(claimMonths)}.`
    : "";
  const grand = isRaffle
    ? { en: "A furnished cottage, or $100,000", fr: "Un chalet meublé, ou 100 000 $" }
    : { en: "Half of the pot", fr: "La moitié de la cagnotte" };
  return `  "prizes": {
    "Grand Prize": [{ "description": ${JSON.stringify(grand)}, "drawDate": "${drawnAt}" }]
    // Tickets sold until "cutOffDate" can win an early bird. Without it: until "drawDate".
    // , "Early Bird": [{ "description": { "en": "…", "fr": "…" }, "cutOffDate": "…", "drawDate": "…" }]
  },
  // What wins at most one prize: an "order" with all its numbers, a "number", or "none", if numbers are put back. It
  // can't change after the first sale.
  "once": "order",
  // When a prize is drawn again, and how it is claimed, within how many days of the draw. Buyers read both with the
  // rules.${claimNote}
  // "redrawTerms": { "en": "…", "fr": "…" },
  // "claimTerms": { "days": 180, "text": { "en": "…", "fr": "…" } },`;
}
