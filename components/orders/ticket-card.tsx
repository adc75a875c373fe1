import { getTranslations } from "next-intl/server";
import { getOrganizationName, RaisedLine } from "@/components/draws/cause";
import { DateText, DrawText, DrawTitle } from "@/components/draws/draw-text";
import { TestMark } from "@/components/draws/test-mark";
import { QrCode } from "@/components/ui/qr-code";
import { findNextEarlyBird } from "@/lib/draws/prizes/rules.moments";
import { getActualDates, getPrizeStage } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { mainPoolId } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import { getSaleTime } from "@/lib/orders/rules";
import { describePools, groupByPool, hasSecondDrawNumbers } from "@/lib/orders/rules.pools";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { computeRaised, formatShortMoney } from "@/lib/receipts/paper/rules.money";
import { findChosenTeam, listPoolPrizes } from "@/lib/receipts/paper/rules.ticket";
import { NumberRanges } from "./numbers/number-ranges";

type TicketCardProps = {
  order: OrderView;
  draw: PublicDraw | null;
  live: LiveState | null;
  locale: Language;
  checkoutHost: string;
  isConfirmation?: boolean;
};

async function Prize({ draw, live, locale }: { draw: PublicDraw; live: LiveState; locale: Language }) {
  if (live.prize === null) return null;
  const [t, tPrize] = await Promise.all([getTranslations("order"), getTranslations("draw.prizeWords")]);
  const stage = getPrizeStage(draw, new Date(live.serverTime));
  return (
    <div className="flex-wrap gap-y-0 print:hidden">
      <dt className="text-muted text-sm">{stage === "estimated" ? t("prizeSoFar") : tPrize(stage)}</dt>
      <dd className="tabular ml-auto font-bold font-display text-2xl text-brand-strong">
        {formatShortMoney(live.prize, locale)}
      </dd>
    </div>
  );
}

type EarlyBirdProps = {
  draw: PublicDraw;
  soldAt: Date;
  now: Date;
  locale: Language;
  isNamed: boolean;
};

async function NextEarlyBird({ draw, soldAt, now, locale, isNamed }: EarlyBirdProps) {
  const next = findNextEarlyBird(draw, soldAt, now);
  if (!next) return null;
  const t = await getTranslations("receipt");
  return (
    <div className={isNamed ? "next-bird print:hidden" : "print:hidden"}>
      <dt className="text-muted text-sm">
        <span>{t("nextEarlyBird")}</span>
        {isNamed ? (
          <span>
            {" · "}
            <DrawTitle text={draw.title} locale={locale} />
          </span>
        ) : null}
      </dt>
      <dd className="font-semibold">
        <span>
          <DateText text={formatInstant(next.at, locale, draw.timeZone, "stamp")} />
        </span>
        {next.prizes.map(({ description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two prizes may have the same words
          <span key={index} className={isNamed ? "prize-name block sm:text-xl" : "block text-balance"}>
            <DrawText text={description} locale={locale} />
          </span>
        ))}
      </dd>
    </div>
  );
}

async function Team({ order, draw, locale }: Pick<TicketCardProps, "order" | "locale"> & { draw: PublicDraw }) {
  const team = findChosenTeam(draw, order.teamId, locale);
  if (!team) return null;
  const t = await getTranslations("order");
  return (
    <div>
      <dt className="text-muted text-sm">{t("team")}</dt>
      <dd className="font-semibold">{team.isWhole ? t("teamWhole", { group: team.name }) : team.name}</dd>
    </div>
  );
}

async function ScanCode({ page, draws }: { page: string; draws: number }) {
  const t = await getTranslations("order");
  const label = t("scanDraw", { count: draws });
  return (
    <figure className="scan-code">
      <QrCode text={page} label={label} />
      <figcaption aria-hidden="true">{label}</figcaption>
    </figure>
  );
}

/** The QR code leads to the draw, because the order's URL is secret. */
async function Stub({ order, draw, live, locale, checkoutHost }: TicketCardProps & { draw: PublicDraw }) {
  const t = await getTranslations("order");
  const now = new Date();
  const { drawsAt } = getActualDates(draw, now);
  const isNamed = hasSecondDrawNumbers(order);
  const hasMainNumbers = order.numbers.some(({ poolId, void: isVoid }) => poolId === mainPoolId && !isVoid);
  return (
    <div className="ticket-facts">
      <dl>
        {live && hasMainNumbers && !isNamed ? <Prize draw={draw} live={live} locale={locale} /> : null}
        {isNamed ? null : (
          <div>
            <dt className="text-muted text-sm">{t(findMainWinner(draw) ? "drawnOn" : "drawDate")}</dt>
            <dd className="font-semibold">
              <DateText text={formatInstant(drawsAt, locale, draw.timeZone, "dated")} />
            </dd>
          </div>
        )}
        {hasMainNumbers && drawsAt > now ? (
          <NextEarlyBird draw={draw} soldAt={getSaleTime(order)} now={now} locale={locale} isNamed={isNamed} />
        ) : null}
        <Team order={order} draw={draw} locale={locale} />
      </dl>
      <ScanCode page={checkoutHost + localizedPath(locale, `/${draw.id}`)} draws={isNamed ? 2 : 1} />
    </div>
  );
}

async function RaisedNote({ order, draw, locale, isConfirmation }: TicketCardProps & { draw: PublicDraw }) {
  const t = await getTranslations("order");
  const raised = computeRaised(order, draw);
  const organization = await getOrganizationName(draw, locale);
  if (!organization) return null;
  return (
    <RaisedLine organization={organization}>
      {raised === null
        ? t("supported", { organization })
        : t(isConfirmation ? "raised" : "raisedBefore", { amount: formatShortMoney(raised, locale), organization })}
    </RaisedLine>
  );
}

export async function TicketCard(props: TicketCardProps) {
  const { order, draw, live, locale } = props;
  if (order.numbers.length === 0) return null;
  const t = await getTranslations("order");
  const isWhole = order.status === "finalized" && order.refunds.length === 0;
  return (
    <section aria-labelledby="numbers" className="grid grid-cols-[minmax(0,1fr)] content-between gap-5 print:gap-2">
      <div>
        <h2 id="numbers" className="mb-3 text-xl print:mb-1">
          <span>{t("yourNumbers")}</span> {order.isTest ? <TestMark label={t("testMark")} className="ml-1" /> : null}
        </h2>
        <NumberRanges
          pools={groupByPool(order.numbers, describePools(draw, locale))}
          prizes={draw && live && isWhole ? listPoolPrizes(draw, live, locale) : undefined}
          isLicenceElsewhere
        />
      </div>
      {draw && isWhole && !order.isTest ? <RaisedNote {...props} draw={draw} /> : null}
      {draw && order.status === "finalized" ? <Stub {...props} draw={draw} /> : null}
    </section>
  );
}
