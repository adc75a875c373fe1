"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";

/** A winning number, and what it won in words of the page's language. */
export type WonNumber = { number: number; prize: string };

type NumberCheckProps = { won: readonly WonNumber[] };

const id = "number-check";

/** The number that was typed, as people type one: "214", "#214", "No. 214". Null where there is none. */
export function readNumber(typed: string): number | null {
  const digits = /^\D*(\d[\d\s]*)$/.exec(typed.trim())?.[1]?.replace(/\s/g, "") ?? "";
  return digits.length > 0 && digits.length <= 9 ? Number(digits) : null;
}

/** The answer stands below the box, where a phone's screen or keyboard may end. */
function bringIntoSight(answer: HTMLElement | null): void {
  answer?.scrollIntoView({ block: "nearest" });
}

function Result({ number, won }: NumberCheckProps & { number: number }) {
  const t = useTranslations("draw.check");
  const prizes = won.filter((one) => one.number === number);
  const isWon = prizes.length > 0;
  return (
    <div ref={bringIntoSight} className={isWon ? "check-result won" : "check-result"}>
      <Icon name={isWon ? "trophy" : "ticket"} className="mt-0.5" />
      <div>
        <p className="font-bold">{t(isWon ? "won" : "lost", { number: String(number) })}</p>
        {isWon ? prizes.map(({ prize }) => <p key={prize}>{prize}</p>) : null}
        <p className="text-sm">{t(isWon ? "wonNext" : "lostNext")}</p>
      </div>
    </div>
  );
}

/** Whether a number won, of a draw whose winners are known: asked of the page itself, which has them all. */
export function NumberCheck({ won }: NumberCheckProps) {
  const t = useTranslations("draw.check");
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState<string | null>(null);
  const number = checked === null ? null : readNumber(checked);
  const error = checked !== null && number === null ? t("invalid") : null;
  return (
    <form
      noValidate
      // Before its script has arrived a press does nothing.
      method="dialog"
      aria-labelledby={`${id}-title`}
      className="number-check"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(typed);
      }}
    >
      <h2 id={`${id}-title`} className="text-xl">
        {t("title")}
      </h2>
      <Field id={id} label={t("label")} error={error}>
        <div className="flex gap-2">
          <input
            {...controlProps(id, { error })}
            className={`${controlClass} tabular`}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={16}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChecked(null);
            }}
          />
          <Button type="submit" variant="secondary" className="shrink-0">
            {t("button")}
          </Button>
        </div>
      </Field>
      <div role="status" className="empty:-mt-3">
        {number === null ? null : <Result number={number} won={won} />}
      </div>
    </form>
  );
}
