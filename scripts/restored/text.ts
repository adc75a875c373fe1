import type { LostNumbers } from "@/lib/reconciliation/void-lost-numbers";
import { dollars } from "@/scripts/command/amounts";

export function restoredLines({ payments, ranges }: LostNumbers): string[] {
  const lost = payments.filter(({ drawId }) => drawId === null);
  const open = payments.length - lost.length;
  const cents = lost.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    ...ranges.map(({ instanceId, poolId, first, last }) => {
      return `Draw ${instanceId}, pool ${poolId}: numbers ${first} to ${last} are void; the next one is ${last + 1}.`;
    }),
    ranges.length > 0 ? "Nobody will be given these numbers again." : "No numbers had to be made void.",
    `Payments at the gateway that this database doesn't know: ${lost.length}, ${dollars(cents)}.`,
    ...(open > 0 ? [`Payments in progress then that will be settled when a process starts: ${open}.`] : []),
    ...(lost.length > 0
      ? [
          "If another installation sells on the same account, leave out its payments: ask there first. Start a process,",
          "then refund the others: npm run invariants names those that are still to be refunded, and",
        ]
      : []),
    ...lost.map(({ orderNumber }) => `  npm run order -- return ${orderNumber}`),
  ];
}

export function peopleLine({ sessions, invitations }: { sessions: number; invitations: number }): string {
  return `Sessions of the console that were ended: ${sessions}. Open invitations that were withdrawn: ${invitations}.`;
}
