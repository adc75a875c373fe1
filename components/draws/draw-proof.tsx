import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { mainPoolId } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { drawingWords, mainWinnerOf } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";
import { DateWords, DrawText } from "./draw-text";

type DrawProofProps = { draw: PublicDraw; live: LiveState; locale: Language };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

/** How the winning number was drawn: when, among how many tickets, for what, by whom and under which licence. */
async function Drawing({ draw, live, locale }: DrawProofProps) {
  const winner = mainWinnerOf(draw);
  if (!winner) return null;
  const t = await getTranslations("draw");
  const names = await getTranslations("draw.proof");
  const method = drawingWords(draw, mainPoolId);
  return (
    <div>
      <h3 className="text-lg">{names("title")}</h3>
      {method ? <p className="text-sm">{t(method)}</p> : null}
      <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-2 text-sm">
        <Fact name={names("drawn")}>
          <DateWords words={formatInstant(winner.drawnAt, locale, draw.timeZone, "dated")} />
        </Fact>
        {/* A pot that began elsewhere holds tickets that were not sold here. */}
        {live.sold > 0 && !draw.jackpotTotal ? (
          <Fact name={names("tickets")}>{new Intl.NumberFormat(formatLocale(locale)).format(live.sold)}</Fact>
        ) : null}
        <Fact name={names("organizer")}>
          <DrawText text={draw.organization} locale={locale} />
        </Fact>
        {draw.license ? (
          <Fact name={names("licence")}>
            <span translate="no">{draw.license}</span>
          </Fact>
        ) : null}
      </dl>
    </div>
  );
}

/** What whoever holds a winning number does next. */
export async function Claim({ draw, locale }: Omit<DrawProofProps, "live">) {
  const t = await getTranslations("draw.claim");
  const { supportEmail: email } = draw;
  const hasRules = localText(draw.rules, locale).text !== "";
  return (
    <div className="text-sm">
      <h3 className="text-lg">{t("title", { count: draw.winners.length })}</h3>
      <p>{t("text")}</p>
      <p className="flex flex-wrap gap-x-4">
        {email ? (
          <a className="link text-ink inline-flex min-h-9 items-center" href={`mailto:${email}`}>
            {email}
          </a>
        ) : null}
        {hasRules ? (
          <a className="link text-ink inline-flex min-h-9 items-center" href="#rules">
            {t("rules")}
          </a>
        ) : null}
      </p>
    </div>
  );
}

/** What stands behind the winning number of the draw itself: how it was drawn. */
export function DrawProof(props: DrawProofProps) {
  if (!mainWinnerOf(props.draw)) return null;
  return (
    <div className="results border-line bg-raised">
      <Drawing {...props} />
    </div>
  );
}
