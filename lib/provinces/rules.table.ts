import type { ProvinceCode } from "@/lib/postal-address";
import type { HelpLine, ProvinceRules, Source } from "./rules";

function read(mark: string, title: string): { source: Source } {
  return { source: { title, mark, readOn: "2026-11" } };
}

const ticketSales = read("S110", "AGCO, Ticket sales");
const licenseeTerms = read("S13", "AGCO, Electronic raffle terms, 4");
const handbookBulletin = read("S111", "AGLC, Electronic Raffle Handbook: amendments of 29 June 2020");
const racjRelease = read("S117", "RACJ, communiqué du 24 février 2026");

/** Nothing was read of these provinces: the product's defaults, which nobody confirmed. */
const unread = { presence: { value: true }, residence: { value: false } };

/** See docs/draw-rules.md, Rules by province. A test compares the two. */
export const provinceRules: Readonly<Record<ProvinceCode, ProvinceRules>> = {
  AB: {
    timeZone: "America/Edmonton",
    minimumAge: { value: 18, ...handbookBulletin },
    presence: { value: true, ...handbookBulletin },
    residence: { value: false },
    donationNotice: { value: true },
  },
  BC: {
    ...unread,
    timeZone: "America/Vancouver",
    minimumAge: { value: 19 },
    claimMonths: { value: 12 },
  },
  MB: { ...unread, timeZone: "America/Winnipeg", minimumAge: { value: 18 } },
  NB: { ...unread, timeZone: "America/Moncton", minimumAge: { value: 19 } },
  NL: { ...unread, timeZone: "America/St_Johns", minimumAge: { value: 19 } },
  NS: { ...unread, timeZone: "America/Halifax", minimumAge: { value: 19 } },
  NT: { ...unread, timeZone: "America/Edmonton", minimumAge: { value: 19 } },
  NU: { ...unread, timeZone: "America/Iqaluit", minimumAge: { value: 19 } },
  ON: {
    timeZone: "America/Toronto",
    minimumAge: { value: 18, ...ticketSales },
    presence: { value: true, ...ticketSales },
    residence: { value: false },
    claimMonths: { value: 6, ...read("S109", "AGCO, Unclaimed raffle prizes") },
    helpLine: {
      value: { name: "ConnexOntario", phone: "1-866-531-2600" },
      ...read("S95", "AGCO, Electronic raffles"),
    },
    unattendedKiosks: { value: false, ...licenseeTerms },
    offlineSales: { value: false, ...read("S9", "AGCO, Electronic raffle standards, point of sale") },
  },
  PE: { ...unread, timeZone: "America/Halifax", minimumAge: { value: 19 } },
  QC: {
    timeZone: "America/Toronto",
    minimumAge: { value: 18, ...racjRelease },
    presence: { value: true, ...racjRelease },
    residence: { value: false },
    // L-6, r. 12 asked for both of these until 2022; the text that replaced it was not read.
    closingMinutes: { value: 10 },
    licenceOnTickets: { value: true },
    // The Charter of the French language, s. 55, as law firms explain it.
    frenchFirst: { value: true },
  },
  SK: { ...unread, timeZone: "America/Regina", minimumAge: { value: 19 } },
  YT: { ...unread, timeZone: "America/Whitehorse", minimumAge: { value: 19 } },
};

export function getHelpLine(province: ProvinceCode): HelpLine | undefined {
  return provinceRules[province].helpLine?.value;
}
