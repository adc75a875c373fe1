"use client";

import { useLocale, useTranslations } from "next-intl";
import type { FocusEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FoundOrders, WinWithoutOrder } from "@/lib/console/orders/rules";
import type { OrderSearch } from "@/lib/console/orders/schema";
import type { DrawName } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import { OrderTable } from "./order-table";

/** The heading of the results takes the focus once they are shown. */
export const resultsId = "order-results";

type ResultsProps = {
  search: OrderSearch;
  found: FoundOrders;
  /** True while the results of an earlier search are shown. */
  isEarlier: boolean;
  mayBrowse: boolean;
  drawNames: readonly DrawName[] | null;
  /** The draw that was searched, if one was chosen. */
  drawTitle: string | null;
  /** Asks for the draw if the search needs one. */
  drawQuestion: ReactNode;
  onClear: () => void;
  onSearchAllDraws: () => void;
};

export function SearchResults({ search, found, isEarlier, drawNames, onClear, ...rest }: ResultsProps) {
  const t = useTranslations("console.orders");
  const { orders, winsWithoutOrder, isMore, needsDraw } = found;
  const isEmpty = orders.length === 0 && winsWithoutOrder.length === 0;
  const hasOnlyWins = orders.length === 0 && winsWithoutOrder.length > 0;
  const text = needsDraw ? t("search.whichDraw") : t(hasOnlyWins ? "foundWin" : "found", { count: orders.length });
  return (
    <section aria-label={t("results")} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={resultsId} tabIndex={-1} onFocus={scrollIntoViewIfLow} className="scroll-mt-4 text-xl">
          {isMore ? t("tooMany") : text}
        </h2>
        <Button variant="quiet" className="px-0! text-ink" onClick={onClear}>
          {t("clear")}
        </Button>
      </div>
      {winsWithoutOrder.map((win) => (
        <WinWithoutOrderNotice key={JSON.stringify(win)} win={win} />
      ))}
      {orders.length > 0 ? <OrderTable orders={orders} drawNames={drawNames} /> : null}
      {needsDraw ? rest.drawQuestion : null}
      {isEmpty && !isEarlier ? <NothingFound search={search} needsDraw={needsDraw} {...rest} /> : null}
    </section>
  );
}

function scrollIntoViewIfLow({ currentTarget }: FocusEvent): void {
  if (currentTarget.getBoundingClientRect().top > window.innerHeight / 2) currentTarget.scrollIntoView();
}

type NothingProps = Pick<ResultsProps, "search" | "mayBrowse" | "drawTitle" | "onSearchAllDraws"> & {
  needsDraw: boolean;
};

/** Says what else to try. */
function NothingFound({ search, mayBrowse, needsDraw, drawTitle, onSearchAllDraws }: NothingProps) {
  const t = useTranslations("console.orders");
  const advice = chooseAdvice(search, mayBrowse);
  // In the question for a draw only a telephone number needs more words.
  if (needsDraw) return advice === "phone" ? <p className="text-muted">{t("foundNone.phone")}</p> : null;
  return (
    <>
      {advice === "name" && drawTitle ? <p>{t("foundNone.noName", { draw: drawTitle })}</p> : null}
      <p className="text-muted">{t(`foundNone.${advice}`)}</p>
      {search.instanceId && advice !== "name" && "q" in search ? (
        <Button variant="secondary" className="justify-self-start" onClick={onSearchAllDraws}>
          {t("search.inAllDraws")}
        </Button>
      ) : null}
    </>
  );
}

/** A name has no digits and no `@`. Seven digits are a telephone number without its area code. */
function chooseAdvice(search: OrderSearch, mayBrowse: boolean): "name" | "exact" | "phone" | "other" {
  if (!("q" in search)) return "other";
  const { q } = search;
  const isName = !/[\d@]/.test(q);
  if (!mayBrowse) return isName || /^[\d\s().+-]*$/.test(q) ? "exact" : "other";
  if (isName) return "name";
  return /^\s*\d{3}[\s.-]?\d{4}\s*$/.test(q) ? "phone" : "other";
}

function WinWithoutOrderNotice({ win: { ticketNumber, title, prize, isOnPaper } }: { win: WinWithoutOrder }) {
  const t = useTranslations("console.orders.winsWithoutOrder");
  const locale = useLocale();
  const number = formatTicketNumber(ticketNumber);
  const draw = localText(title, locale).text;
  return (
    <Notice icon="trophy" title={t("title", { number, draw })}>
      {prize ? <p>{t("prize", { prize: localText(prize, locale).text })}</p> : null}
      <p>{t(isOnPaper ? "onPaper" : "unknown")}</p>
    </Notice>
  );
}
