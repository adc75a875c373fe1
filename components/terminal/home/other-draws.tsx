"use client";

import { useTranslations } from "next-intl";
import { Fold } from "@/components/order-form/fold";
import type { TerminalDraw } from "@/lib/terminal/client";
import { DrawTitle, OrderLinks, StateLine } from "./draw-facts";

function OtherDraw({ draw, live }: TerminalDraw) {
  const heading = `draw-${draw.id}`;
  return (
    <article aria-labelledby={heading} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
      <div className="min-w-0">
        <h3 id={heading} className="text-base leading-snug">
          <DrawTitle draw={draw} />
        </h3>
        <StateLine draw={draw} live={live} />
      </div>
      <p className="flex flex-wrap gap-x-5">
        <OrderLinks draw={draw} />
      </p>
    </article>
  );
}

/** The draws that cannot be sold now, folded: why not, and the ways to their orders. */
export function OtherDraws({ draws }: { draws: readonly TerminalDraw[] }) {
  const t = useTranslations("terminal.home");
  if (draws.length === 0) return null;
  return (
    <section
      aria-label={t("othersLabel")}
      className="self-start rounded-card border border-line bg-raised px-4 sm:px-5"
    >
      <Fold words={t("others", { count: draws.length })}>
        <div className="divide-y divide-line">
          {draws.map((one) => (
            <OtherDraw key={one.draw.id} {...one} />
          ))}
        </div>
      </Fold>
    </section>
  );
}
