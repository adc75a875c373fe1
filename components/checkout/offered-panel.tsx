import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Attested } from "./attestations";
import { Attestations } from "./attestations";
import type { CheckoutDraw } from "./checkout-draw";
import type { FormProblems } from "./form-problems";
import type { OfferedOrder } from "./use-offered-order";
import { useProblemText } from "./use-problem-text";
import { useWords } from "./use-words";

type OfferedPanelProps = { draw: CheckoutDraw; offered: OfferedOrder };

const boxes = ["age", "location", "rules"] as const;

/** What the law wants a buyer to say is said anew: whoever reserved the tickets may be somebody else. */
function useFreshAttestations() {
  const [form, setForm] = useState<Attested>({ age: false, location: false, rules: false });
  const [problems, setProblems] = useState<FormProblems>({});
  return {
    control: {
      form,
      set: (name: keyof Attested, value: boolean) => {
        setForm((before) => ({ ...before, [name]: value }));
        setProblems(({ [name]: _mended, ...others }) => others);
      },
    },
    problems,
    check(): boolean {
      const missing = boxes.filter((name) => !form[name]);
      setProblems(Object.fromEntries(missing.map((name) => [name, "must-accept"])));
      if (missing[0]) focusId(`offered-${missing[0]}`);
      return missing.length === 0;
    },
  };
}

function WhoseOrder({ order }: { order: OrderView }) {
  const t = useTranslations("checkout.offered");
  const { money, tickets } = useWords();
  const count = order.lines.reduce((sum, line) => sum + line.tickets, 0);
  const basket = { tickets: tickets(count), amount: money(toCents(order.amount)) };
  return (
    <div className="grid gap-1">
      <p>{order.soldBy ? t("soldBy", { ...basket, seller: order.soldBy }) : t("reserved", basket)}</p>
      {order.buyer ? (
        <p className="font-semibold">{t("buyer", { name: order.buyer.name, email: order.buyer.maskedEmail })}</p>
      ) : null}
      <p className="text-muted text-sm">{t("warning")}</p>
    </div>
  );
}

function Payable({ draw, offered, order }: OfferedPanelProps & { order: OrderView }) {
  const t = useTranslations("checkout.offered");
  const { control, problems, check } = useFreshAttestations();
  const errorOf = useProblemText(draw, problems);
  useEffect(() => focusId("checkout-offered"), []);
  return (
    <section
      aria-labelledby="checkout-offered"
      className="grid gap-4 rounded-card border border-line bg-raised px-4 py-5 shadow-card sm:px-6"
    >
      <h2 id="checkout-offered" tabIndex={-1} className="text-xl">
        {t("title")}
      </h2>
      <WhoseOrder order={order} />
      <Attestations draw={draw} control={control} errorOf={errorOf} idPrefix="offered" />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => check() && offered.accept()}>{t("accept")}</Button>
        <Button variant="secondary" onClick={offered.decline}>
          {t("decline")}
        </Button>
      </div>
    </section>
  );
}

/** Asks whether an order that a link brought is to be paid here: what it is, whose it is, and what its buyer confirms. */
export function OfferedPanel({ draw, offered }: OfferedPanelProps) {
  const t = useTranslations("checkout.offered");
  const { offer, decline, retry } = offered;
  if (offer === null) return <p role="status">{t("reading")}</p>;
  if (offer.kind === "payable") return <Payable draw={draw} offered={offered} order={offer.order} />;
  const isForeign = offer.kind !== "unreachable";
  return (
    <Notice tone="warning" role="status" title={t(isForeign ? "foreignTitle" : "unreachableTitle")}>
      <p>{t(isForeign ? "foreignText" : "unreachableText")}</p>
      <div className="flex flex-wrap gap-2">
        {isForeign ? null : <Button onClick={retry}>{t("retry")}</Button>}
        <Button variant="secondary" onClick={decline}>
          {t("goOn")}
        </Button>
      </div>
    </Notice>
  );
}

/** An order that came while another one is held here: one after the other. */
export function OfferedLater({ offered }: Pick<OfferedPanelProps, "offered">) {
  const t = useTranslations("checkout.offered");
  return (
    <Notice tone="info" role="status" title={t("laterTitle")} className="mb-4">
      <p>{t("laterText")}</p>
      <Button variant="secondary" onClick={offered.decline}>
        {t("dismiss")}
      </Button>
    </Notice>
  );
}
