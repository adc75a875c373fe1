import { useEffect } from "react";

import { findLeftOrder } from "./held-sale";
import { openTab } from "./own-tab";
import { endAllSales, saleSessions } from "./sale-session";

/** A tab that has not sold yet goes on with what a tablet that was killed has left; true when there is such a sale. */
async function takeLeftSale(drawId: string): Promise<boolean> {
  const orderId = await findLeftOrder(drawId);
  const { orderId: own, form, pending } = saleSessions.read(drawId);
  if (!orderId || own || form || pending) return false;
  saleSessions.change(drawId, { orderId });
  return true;
}

/** Makes the sales of the browser's tab those of this page; `onOther` shows another one than it has begun with. */
export function useOwnTab(drawId: string, onOther: () => void): void {
  useEffect(() => {
    let isLeft = false;
    const open = async () => {
      const tab = await openTab();
      if (isLeft) return;
      if (tab === "copied") endAllSales();
      const isOther = tab === "copied" || (tab === "new" && (await takeLeftSale(drawId)));
      if (isOther && !isLeft) onOther();
    };
    open();
    return () => {
      isLeft = true;
    };
  }, [drawId, onOther]);
}
