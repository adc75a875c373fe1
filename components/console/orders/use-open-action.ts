import { useState } from "react";
import type { ConsoleAction, ConsoleOrder } from "@/lib/console/orders/rules.order";
import type { Contact } from "./use-contact";
import { countBuyerChanges } from "./use-contact";
import type { OrderCalls } from "./use-order-calls";

export type OpenAction = {
  openId: ConsoleAction | null;
  /** The promise ends once the form can be shown. */
  open: (action: ConsoleAction | null) => Promise<void>;
};

/**
 * At most one action of an order is open. Opening one takes away the outcome of the last call. When the order changes,
 * the open action closes, because the order is no longer as the action described it.
 */
export function useOpenAction(order: ConsoleOrder, calls: OrderCalls, contact: Contact): OpenAction {
  const { status, refunds, isHidden, notes } = order;
  const version = [status, refunds.length, isHidden, notes.length, countBuyerChanges(order)].join(" ");
  const [opened, setOpened] = useState<{ action: ConsoleAction; version: string } | null>(null);
  const open = async (action: ConsoleAction | null) => {
    if (action !== null) calls.forgetOutcome();
    setOpened(action && { action, version });
    // Somebody who corrects details sees them first.
    const needsDetails = action === "correct" && order.actions.includes("contact") && contact.details === null;
    if (needsDetails && !contact.isBusy) await contact.show();
  };
  return { openId: opened?.version === version ? opened.action : null, open };
}
