import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { NumberRanges } from "@/components/orders/numbers/number-ranges";
import { OrderHead } from "@/components/orders/order-head";
import { startPolling } from "@/components/payment/load-server-calls";
import type { OrderState } from "@/components/payment/order-state";
import { getOrderState } from "@/components/payment/order-state";
import { Button } from "@/components/ui/button";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import type { OrderView } from "@/lib/orders/rules";
import { findCardStatement } from "@/lib/orders/rules.payment";
import type { PoolDescription } from "@/lib/orders/rules.pools";
import { groupByPool } from "@/lib/orders/rules.pools";
import { IdleDialog, useIdle } from "./idle-dialog";

type KioskOutcomeProps = {
  order: OrderView;
  pools: [poolId: string, pool: PoolDescription][];
  isFestive: boolean;
  statementDescriptor?: string | undefined;
  onResume: () => void;
  onStart: () => void;
};

const idleTimeoutMs = 30_000;

export function KioskOutcome(props: KioskOutcomeProps) {
  const { pools, isFestive, onResume, onStart } = props;
  const t = useTranslations("kiosk");
  const tOrder = useTranslations("order");
  const order = useFollowedOrder(props.order);
  const statement = findCardStatement(order, props.statementDescriptor);
  const state = getOrderState(order, true);
  const isOutcomePending = state === "asking";
  // The numbers are shown only here: after a reload, the buyer might pay again.
  useReloadHold(true);
  const { secondsLeft, noteInput } = useIdle({
    timeoutMs: idleTimeoutMs,
    isPaused: isOutcomePending,
    waitsForInput: false,
    onOver: onStart,
  });
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state is brought to its reader
  useEffect(() => {
    element.current?.scrollIntoView({ block: "start" });
    document.getElementById("kiosk-outcome")?.focus({ preventScroll: true });
  }, [state]);
  return (
    <div ref={element} className="scroll-mt-4 rounded-card shadow-ticket">
      <OrderHead state={state} id="kiosk-outcome" isFestive={isFestive && state === "confirmed"} level="h2" />
      <div className="ticket-stub grid gap-6 rounded-b-card border-line border-t-2 border-dashed bg-raised px-5 pt-7 pb-7 sm:px-8">
        <Numbers order={order} pools={pools} />
        <p className="tabular text-lg">{t("orderCode", { code: order.orderCode })}</p>
        {isOutcomePending ? <p>{t("askingStay")}</p> : null}
        {order.numbers.length > 0 ? <p>{t("mailed")}</p> : null}
        {statement ? <p>{tOrder("statement", { words: statement })}</p> : null}
        <Actions state={state} onResume={onResume} onStart={onStart} />
      </div>
      <IdleDialog secondsLeft={secondsLeft} onStay={noteInput} onLeave={onStart} />
    </div>
  );
}

function useFollowedOrder(first: OrderView): OrderView {
  const [order, setOrder] = useState(first);
  const isOutcomePending = getOrderState(order) === "asking";
  const { instanceId, orderId } = order;
  useEffect(() => {
    if (!isOutcomePending) return;
    return startPolling(
      ({ pollShownOrder }) => pollShownOrder({ instanceId, orderId }, setOrder),
      () => undefined,
    ).stop;
  }, [isOutcomePending, instanceId, orderId]);
  return order;
}

function Numbers({ order, pools }: Pick<KioskOutcomeProps, "order" | "pools">) {
  const t = useTranslations("order");
  if (order.numbers.length === 0) return null;
  return (
    <section aria-labelledby="kiosk-numbers">
      <h3 id="kiosk-numbers" className="mb-3 text-xl">
        {t("yourNumbers")}
      </h3>
      <NumberRanges pools={groupByPool(order.numbers, new Map(pools))} />
    </section>
  );
}

/** After this time, a payment with an unknown outcome no longer keeps the next buyer waiting. */
const pendingTimeoutMs = 60_000;

const payableStates = new Set<OrderState>(["reserved", "declined", "missing"]);

function Actions({
  state,
  onResume,
  onStart,
}: { state: OrderState } & Pick<KioskOutcomeProps, "onResume" | "onStart">) {
  const t = useTranslations("kiosk");
  const hasTimedOut = useHasElapsed(pendingTimeoutMs);
  if (state === "asking") {
    return hasTimedOut ? (
      <Button size="large" variant="secondary" onClick={onStart}>
        {t("nextBuyer")}
      </Button>
    ) : null;
  }
  return (
    <div className="grid gap-3">
      {payableStates.has(state) ? (
        <Button size="large" onClick={onResume}>
          {t("payAgain")}
        </Button>
      ) : null}
      <Button size="large" variant={payableStates.has(state) ? "secondary" : "primary"} onClick={onStart}>
        {t("done")}
      </Button>
    </div>
  );
}

function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
