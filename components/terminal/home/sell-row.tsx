"use client";

import { useLocale, useTranslations } from "next-intl";
import { ownColorsOf } from "@/components/draws/ground-style";
import { useDollars } from "@/components/terminal/shell/use-terminal-words";
import { Icon } from "@/components/ui/icon";
import { useNumbers } from "@/components/ui/use-numbers";
import { prizeStageOf } from "@/lib/draws/rules.winners";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { TerminalDraw } from "@/lib/terminal/client";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { DrawTitle, OrderLinks, StateLine, WholeText } from "./draw-facts";
import { netOf, sumOf } from "./sums";

type SellRowProps = TerminalDraw & {
  /** Null where nobody knows. */
  summary: TerminalSummary | null;
  /** False while this device may look but not sell, or cannot reach the server. */
  maySell: boolean;
};

/** What is won: of a 50/50 the money as it stands, of a raffle its grand prize; nothing where nobody said. */
function Prize({ draw, live }: TerminalDraw) {
  const t = useTranslations("draw");
  const { shortDollars } = useNumbers();
  const grand = draw.prizes["Grand Prize"]?.[0];
  if (live.prize === null && !grand) return null;
  const stage = prizeStageOf(draw, new Date(live.serverTime));
  return (
    <p className="sell-prize">
      <span className="text-muted text-xs">
        {t(live.prize === null ? "prizeTypes.Grand Prize" : `prizeWords.${stage}`)}
      </span>{" "}
      {live.prize === null ? (
        <span className="prize-words">
          <WholeText text={grand?.description ?? ""} />
        </span>
      ) : (
        <span className="prize-money">{shortDollars(live.prize)}</span>
      )}
    </p>
  );
}

/** What this tablet sold of a draw today; nothing where it sold nothing. */
function SoldToday({ summary }: Pick<SellRowProps, "summary">) {
  const t = useTranslations("terminal.home");
  const dollars = useDollars();
  if (!summary || summary.methods.length === 0) return null;
  const sum = sumOf(summary.methods);
  return (
    <p className="sold-today">
      <Icon name="check" className="wide-icon size-4" />
      {t("soldToday", { count: sum.orders, net: dollars(netOf(sum)) })}
    </p>
  );
}

function Logo({ draw }: Pick<TerminalDraw, "draw">) {
  // The terminal's home loads nothing from elsewhere.
  const logo = draw.charity?.logo?.startsWith("/") ? draw.charity.logo : null;
  if (!logo) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of the organization, served as it is
    <img src={logo} alt="" width={48} height={48} className="sell-logo" />
  );
}

/** What leads to selling: the whole row does. */
function Sell({ draw, headingId }: Pick<TerminalDraw, "draw"> & { headingId: string }) {
  const t = useTranslations("terminal.home");
  const locale = useLocale();
  const id = `sell-${draw.id}`;
  return (
    <a
      id={id}
      href={localizedPath(locale, `/terminal/${draw.id}`)}
      aria-labelledby={`${id} ${headingId}`}
      className="sell"
    >
      {t("sell")}
      <Icon name="arrow-left" className="wide-icon rotate-180" />
    </a>
  );
}

/** A draw that is on sale, in its own colour: all of the row leads to selling but the ways to its orders. */
export function SellRow({ draw, live, summary, maySell }: SellRowProps) {
  const heading = `draw-${draw.id}`;
  const own = ownColorsOf(draw);
  return (
    <article aria-labelledby={heading} className={`sell-row ${own.className}`} style={own.style}>
      <div className="sell-name">
        <Logo draw={draw} />
        <div className="min-w-0">
          <h3 id={heading} className="text-lg leading-5.5 sm:text-xl sm:leading-6">
            <DrawTitle draw={draw} />
          </h3>
          <p className="sell-org">
            <WholeText text={draw.organization} />
          </p>
        </div>
      </div>
      {maySell ? <Sell draw={draw} headingId={heading} /> : null}
      <Prize draw={draw} live={live} />
      <div className="sell-foot">
        <div className="sell-facts">
          <div className="sell-state">
            <StateLine draw={draw} live={live} />
          </div>
          <SoldToday summary={summary} />
        </div>
        <p className="sell-orders">
          <OrderLinks draw={draw} />
        </p>
      </div>
    </article>
  );
}
