import { useTranslations } from "next-intl";

import type { AddOnProps } from "@/components/order-form/add-on-body";
import { addOnStateOf } from "@/components/order-form/add-on-state";
import { addOnPackage, addOnQuantity, includedTickets } from "@/components/order-form/checkout-form";
import { Fold } from "@/components/order-form/fold";
import { LabelText } from "@/components/order-form/label-text";
import { useWords } from "@/components/order-form/use-words";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { useLate } from "./late-provider";
import { prepareCalls } from "./use-attention";

/** Beside the title: a tick for what is in the order, a plus for what can be added to it; and which it is, in words. */
type Note = [mark: IconName | null, words: string];

/** What a second draw adds to the order, why it adds nothing, or where its prices begin. */
function useNote({ addOn, draw, control, sale, live }: AddOnProps): Note {
  const t = useTranslations("checkout");
  const { money, tickets } = useWords();
  const { poolId, mandatory, offers, opens = "" } = addOn;
  const included = includedTickets(draw, control.form, poolId, sale);
  if (included > 0) return ["check", t("addOnIncluded", { tickets: tickets(included) })];
  const state = addOnStateOf(draw, poolId, sale.now, live);
  if (state !== "open") return [null, state === "ahead" ? t("addOnAhead", { date: opens }) : t(`addOnStates.${state}`)];
  const kind = t(mandatory ? "addOnRequired" : "addOnOptional");
  const chosen = offers.find(({ id }) => id === addOnPackage(draw, control.form, poolId, sale));
  if (!chosen) {
    const from = Math.min(...offers.map(({ priceCents }) => priceCents));
    return ["plus", `${kind} · ${t("fromPrice", { price: money(from) })}`];
  }
  const quantity = addOnQuantity(control.form, poolId, chosen.id);
  const held = `${tickets(chosen.tickets * quantity)} · ${money(chosen.priceCents * quantity)}`;
  return ["check", mandatory ? `${kind} · ${held}` : held];
}

/**
 * A second draw as a line; open once a buyer chose of it, or has to. What is beneath it comes late: whoever unfolds it
 * before that, or where no network brings it, can ask for it anew.
 */
export function FoldedAddOn(props: AddOnProps) {
  const { addOn, control, errorOf } = props;
  const t = useTranslations("checkout");
  const late = useLate();
  const [mark, note] = useNote(props);
  const isOpen = Boolean(control.form.addOns[addOn.poolId]) || errorOf(`addOns.${addOn.poolId}`) !== null;
  const words = (
    <span className="flex items-center gap-3">
      {mark ? <Icon name={mark} className="text-brand-strong" /> : null}
      <span>
        <span>
          <LabelText label={addOn.title} />
        </span>{" "}
        <small className="tabular fold-note">{note}</small>
      </span>
    </span>
  );
  return (
    <Fold words={words} isOpen={isOpen} className="boxed">
      {late ? (
        <late.AddOnBody {...props} />
      ) : (
        <p className="hint">
          {t("addOnAwaited")}{" "}
          <button type="button" className="link min-h-11" onClick={prepareCalls}>
            {t("retry")}
          </button>
        </p>
      )}
    </Fold>
  );
}
