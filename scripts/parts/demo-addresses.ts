import { resolve } from "node:path";

import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { TestCard } from "@/sandbox/test-cards";

/** Where the demo runs and what is in it. */
export type DemoPlaces = {
  port: string;
  sandboxPort: string;
  dataDir: string;
  draws: readonly { id: string; title: LocalText }[];
  cards: readonly TestCard[];
  /** Registers a tablet, or a browser that plays one, once. */
  registrationLink: string;
};

function inGroups(cardNumber: string): string {
  return cardNumber.replace(/(.{4})(?=.)/g, "$1 ");
}

/** What a person needs who sees the demo for the first time: where to go and what to type. */
export function demoAddresses({ port, sandboxPort, dataDir, draws, cards, registrationLink }: DemoPlaces): string {
  const shop = `http://localhost:${port}`;
  const drawLines = draws.flatMap(({ id, title }) => [
    `  ${id}: ${localText(title, "en").text}`,
    `    ${shop}/${id}`,
    `    ${shop}/fr/${id}`,
  ]);
  return [
    "",
    "Tirage is running in demo mode: no real money is charged.",
    "",
    `Everything in one place, with QR codes and test cards: ${shop}/dummy`,
    `All draws: ${shop}/ and ${shop}/fr`,
    ...drawLines,
    "",
    "Terminal: register this browser as a tablet (the link works once and expires in a day; each start prints a new one):",
    `  ${registrationLink}`,
    "",
    "Test cards (any future date, any three-digit code, four digits for Amex):",
    ...cards.map((card) => `  ${inGroups(card.number).padEnd(20)} ${card.brand}: ${card.result}`),
    "",
    `The sandbox's bank records: http://localhost:${sandboxPort}/sandbox`,
    `Sent emails, including receipts: http://localhost:${sandboxPort}/sandbox/mailbox`,
    `Apple Pay verification: ${shop}/hashtest, with the key in ${resolve(dataDir, "admin-key")}`,
    `Data is stored in ${resolve(dataDir)}. To start over, stop the demo and delete that folder.`,
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}
