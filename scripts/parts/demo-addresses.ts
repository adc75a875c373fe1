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
    "Tirage is running in demo mode: no money moves.",
    "",
    `Everything in one place, with QR codes and test cards: ${shop}/dummy`,
    `All draws: ${shop}/ and ${shop}/fr`,
    ...drawLines,
    "",
    "The terminal: register this browser as a tablet (the link works once, for a day; the next start prints another):",
    `  ${registrationLink}`,
    "",
    "Cards to pay with (any date to come, any three digits on the back, four for Amex):",
    ...cards.map((card) => `  ${inGroups(card.number).padEnd(20)} ${card.brand}: ${card.result}`),
    "",
    `What the sandbox's bank knows: http://localhost:${sandboxPort}/sandbox`,
    `Mail that was sent, receipts with their numbers: http://localhost:${sandboxPort}/sandbox/mailbox`,
    `Apple Pay's verification: ${shop}/hashtest, with the key in ${resolve(dataDir, "admin-key")}`,
    `Data lies in ${resolve(dataDir)}; stop and remove that folder to begin again.`,
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}
