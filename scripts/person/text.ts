import type { ErasedPerson, KeptOrder } from "@/lib/privacy/erase-person";
import type { Obstacle } from "@/lib/privacy/rules";

const obstacles: Record<Obstacle, string> = {
  "order-open": "it's reserved or being paid. Cancel it or wait",
  "payment-open": "the outcome of a payment isn't known. Settle it first",
  "refund-open": "a refund is in progress or failed. Finish it first",
  "draw-not-drawn": "a prize of the draw has no winner yet. Import all winners first",
  "prize-unclaimed": "a prize that isn't claimed may be drawn again",
  "prize-won": "it won: records of winners are kept",
  "winner-named": "the published winners name its buyer. Import the draw without the name first",
};

/** The lines name no person. */
export function personLines({ erased, kept, unfinished, access }: ErasedPerson, isDryRun: boolean): string[] {
  const isNothing = erased.length + kept.length + unfinished === 0 && access === null;
  if (isNothing) return ["Nothing is stored under this email address."];
  const verb = isDryRun ? "Would be erased" : "Erased";
  return [
    ...(erased.length > 0 ? [`${verb} from ${erased.length} order(s):`] : []),
    ...erased.map(({ drawId, orderCode }) => `  ${orderCode} (${drawId})`),
    ...(kept.length > 0 ? [`Kept in ${kept.length} order(s):`] : []),
    ...kept.map(keptLine),
    ...(access === "erased" ? [`${verb} from the people of the console.`] : []),
    ...(access === "kept" ? ["Kept as one of the people of the console: revoke their access first."] : []),
    ...(unfinished > 0 ? [`Then the server failed: ${unfinished} order(s) are as they were. Run it again.`] : []),
  ];
}

function keptLine({ drawId, orderCode, obstacle, until }: KeptOrder): string {
  const end = until ? `, until ${until.slice(0, 10)}` : "";
  return `  ${orderCode} (${drawId}): ${obstacles[obstacle]}${end}`;
}
