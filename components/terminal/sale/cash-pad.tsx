import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { useKeys } from "@/components/terminal/shell/use-keys";
import { useTapGuard } from "@/components/terminal/shell/use-tap-guard";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import { readCents, toCents } from "@/lib/money";
import type { SalePage } from "./use-sale-page";

const keys: readonly PadKey[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "back"];

function toPadKey(key: string): PadKey | null {
  if (key === "Backspace") return "back";
  const padSign = key === "," ? "." : key;
  return keys.find((one) => one === padSign && one !== "back") ?? null;
}

const keyClass =
  "tabular grid min-h-13 place-items-center rounded-control border border-line-strong bg-raised font-display font-bold text-2xl " +
  "hover:border-ink hover:bg-sunken active:bg-sunken";

function Keys({ onKey }: { onKey: (key: PadKey) => void }) {
  const t = useTranslations("terminalSale.cash");
  return (
    <fieldset aria-label={t("keys")} className="grid grid-cols-3 gap-2">
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={key === "back" ? t("back") : key === "." ? t("point") : undefined}
          onClick={() => onKey(key)}
          className={keyClass}
        >
          {key === "back" ? <Icon name="backspace" className="size-6" /> : key === "." ? t("pointSign") : key}
        </button>
      ))}
    </fieldset>
  );
}

function QuickAmounts({
  dueCents,
  chosen,
  onChoose,
}: {
  dueCents: number;
  chosen: number;
  onChoose: (cents: number) => void;
}) {
  const t = useTranslations("terminalSale.cash");
  const { money } = useOrderFormatters();
  return (
    <fieldset aria-label={t("quick")} className="flex flex-wrap gap-2">
      {[dueCents, ...listQuickAmounts(dueCents)].map((cents) => (
        <button
          key={cents}
          type="button"
          aria-pressed={cents === chosen}
          onClick={() => onChoose(cents)}
          className="tabular min-h-12 flex-1 whitespace-nowrap rounded-control border-2 border-line-strong bg-raised px-3 font-semibold hover:border-ink aria-pressed:border-brand aria-pressed:bg-brand/7"
        >
          {cents === dueCents ? t("exact") : money(cents)}
        </button>
      ))}
    </fieldset>
  );
}

function Change({ dueCents, givenCents }: { dueCents: number; givenCents: number }) {
  const t = useTranslations("terminalSale.cash");
  const { money } = useOrderFormatters();
  const change = computeChange(dueCents, givenCents);
  return (
    <p
      role="status"
      className={`flex flex-wrap items-baseline justify-between gap-x-4 rounded-control px-4 py-2.5 ${change === null ? "bg-danger-soft text-danger" : "bg-positive-soft text-positive"}`}
    >
      <span className="font-semibold">{change === null ? t("short") : t("change")}</span>{" "}
      <span className="tabular ml-auto font-display font-extrabold text-[clamp(1.5rem,9vw,2.25rem)] leading-tight">
        {money(change ?? dueCents - givenCents)}
      </span>
    </p>
  );
}

/** `confirmingCents` is an unlikely amount that must be confirmed once more. */
function useCashEntry({ purchase, block }: SalePage) {
  const [text, setText] = useState("");
  const [confirmingCents, setAskedCents] = useState<number | null>(null);
  const isArmed = useTapGuard();
  const { state, dispatch } = purchase;
  const dueCents = state.order ? toCents(state.order.amount) : (state.shownCents ?? 0);
  const isBusy = state.phase === "taking" || (state.phase === "placing" && state.givenCents !== null);
  // Held tickets can still be paid after sales have ended.
  const isBlocked = block !== null && block !== "closed";
  const givenCents = text === "" ? dueCents : readCents(text);
  const isSufficient = givenCents !== null && givenCents >= dueCents;
  const enterCents = (cents: number) => setText(cents === dueCents ? "" : String(cents / 100));
  const canTake = isSufficient && isArmed && !isBusy && !isBlocked;
  const take = () => canTake && dispatch({ type: "cash-confirmed", givenCents });
  const confirm = () => {
    if (canTake && isUnlikely(dueCents, givenCents)) setAskedCents(givenCents);
    else take();
  };
  useKeys((key) => {
    const padKey = toPadKey(key);
    if (padKey) setText((before) => applyPadKey(before, padKey));
    else if (key === "Enter") confirm();
    else return false;
    return true;
  });
  const isDisabled = isBlocked || !isSufficient || !isArmed;
  const isConfirming = isSufficient && confirmingCents === givenCents;
  const confirmation = { isConfirming, cancelConfirmation: () => setAskedCents(null) };
  return {
    text,
    setText,
    dueCents,
    givenCents,
    isBusy,
    isBlocked,
    isDisabled,
    ...confirmation,
    write: enterCents,
    take,
    confirm,
  };
}

export function CashPad({ page }: { page: SalePage }) {
  const t = useTranslations("terminalSale.cash");
  const { money } = useOrderFormatters();
  const entry = useCashEntry(page);
  const { text, setText, dueCents, givenCents, isBusy, isBlocked, confirm } = entry;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="grid content-start gap-4">
          <QuickAmounts dueCents={dueCents} chosen={givenCents ?? -1} onChoose={entry.write} />
          <div className="grid gap-1.5">
            <label htmlFor="cash-given" className="font-medium">
              {t("given")}
            </label>
            <input
              id="cash-given"
              inputMode="decimal"
              autoComplete="off"
              placeholder={money(dueCents)}
              value={text}
              aria-invalid={givenCents === null || undefined}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && !event.repeat && confirm()}
              className={`${controlClass} tabular text-right font-bold font-display text-2xl!`}
            />
          </div>
          <Change dueCents={dueCents} givenCents={givenCents ?? 0} />
        </div>
        <Keys onKey={(key) => setText((before) => applyPadKey(before, key))} />
      </div>
      {entry.isConfirming && givenCents !== null ? (
        <UnlikelyCash
          givenCents={givenCents}
          changeCents={givenCents - dueCents}
          isBusy={isBusy}
          isBlocked={isBlocked}
          onYes={entry.take}
          onNo={() => {
            entry.cancelConfirmation();
            focusId("cash-given");
          }}
        />
      ) : (
        <Button
          id="cash-confirm"
          size="large"
          className="tabular min-h-18! w-full text-xl!"
          busy={isBusy}
          disabled={entry.isDisabled}
          onClick={confirm}
        >
          {isBusy ? t("taking") : t("confirm", { amount: money(givenCents ?? 0) })}
        </Button>
      )}
    </div>
  );
}

type UnlikelyCashProps = {
  givenCents: number;
  changeCents: number;
  isBusy: boolean;
  isBlocked: boolean;
  onYes: () => void;
  onNo: () => void;
};

/** Disabled at first, so that the press that opened it can't also answer it. */
function UnlikelyCash({ givenCents, changeCents, isBusy, isBlocked, onYes, onNo }: UnlikelyCashProps) {
  const t = useTranslations("terminalSale.cash.unlikely");
  const { money } = useOrderFormatters();
  const isArmed = useTapGuard();
  useEffect(() => focusId("cash-unlikely"), []);
  const amount = money(givenCents);
  return (
    <fieldset
      aria-labelledby="cash-unlikely"
      className="grid gap-3 rounded-control border-2 border-line-strong bg-raised p-4"
    >
      <div>
        <p id="cash-unlikely" tabIndex={-1} className="font-bold text-lg leading-snug">
          {t("question", { amount })}
        </p>
        <p className="mt-1">{t("change", { change: money(changeCents) })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={onNo}>
          {t("no")}
        </Button>
        <Button variant="secondary" busy={isBusy} disabled={isBlocked || !isArmed} onClick={onYes}>
          {t("yes", { amount })}
        </Button>
      </div>
    </fieldset>
  );
}

export type PadKey = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "00" | "." | "back" | "clear";

const bills = [2000, 5000, 10_000] as const;

const maxTextLength = 9;

/** In cents. More change than this needs a confirmation. */
const unlikelyChangeCents = 100_000;

export function applyPadKey(text: string, key: PadKey): string {
  if (key === "clear") return "";
  if (key === "back") return text.slice(0, -1);
  const next = text + (key === "." && text === "" ? "0." : key);
  return next.length <= maxTextLength && readCents(next) !== null ? next : text;
}

export function listQuickAmounts(dueCents: number): number[] {
  return bills.filter((bill) => bill > dueCents);
}

export function computeChange(dueCents: number, givenCents: number): number | null {
  return givenCents >= dueCents ? givenCents - dueCents : null;
}

export function isUnlikely(dueCents: number, givenCents: number): boolean {
  return givenCents - dueCents > unlikelyChangeCents;
}
