import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { getWinnerValues } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { nameOrganization } from "@/lib/organization-name";
import type { Language } from "@/lib/platform/i18n/routing";
import { computeRaisedByDraw, formatShortMoney } from "@/lib/receipts/paper/rules.money";
import { DrawText } from "./draw-text";

type CauseProps = { draw: PublicDraw; locale: Language };

export async function CauseText({ draw, locale }: CauseProps) {
  const story = draw.charity?.story;
  if (story) return <DrawText text={story} locale={locale} />;
  const t = await getTranslations("draw");
  return t("supports", { organization: await getOrganizationName(draw, locale) });
}

type RaisedProps = { organization: string; children: string };

const raisedClass =
  "flex items-center gap-3 rounded-control bg-brand/9 px-4 py-3 font-semibold text-brand-strong sm:text-lg " +
  "dark:bg-brand/25 print:hidden";

export function RaisedLine({ organization, children: sentence }: RaisedProps) {
  const index = Math.max(0, sentence.lastIndexOf(organization));
  return (
    <p className={raisedClass}>
      <Icon name="heart" />
      <span className="text-balance">
        <span>{sentence.slice(0, index)}</span>
        <span className="inline-block">{sentence.slice(index)}</span>
      </span>
    </p>
  );
}

const halvesClass = "mt-4 grid grid-cols-2 text-balance font-semibold text-sm leading-snug sm:text-base";

/** Made of borders, which show in the text colour in forced-colours mode. */
const barClass =
  "before:order-first before:mb-2 before:rounded-l-full before:border-8 before:border-brand " +
  "after:order-first after:mb-2 after:rounded-r-full after:border-8 after:border-brand/30";

export async function PotHalves({ draw, live, locale }: CauseProps & { live: LiveState }) {
  if (live.prize === null) return null;
  const t = await getTranslations("draw");
  const organization = await getOrganizationName(draw, locale);
  if (!organization) return null;
  const winner = findMainWinner(draw);
  const raised = computeRaisedByDraw(draw, live);
  const halves = { winner: t("halves.winner"), cause: t("halves.cause", { organization }) };
  if (winner) {
    if (raised === null) return null;
    halves.winner = t("halves.won", { amount: formatShortMoney(live.prize, locale), ...getWinnerValues(winner) });
    halves.cause = t("raised", { amount: formatShortMoney(raised, locale), organization });
  }
  return (
    <div className={`${halvesClass} ${barClass}`}>
      <p className="pr-3">{halves.winner}</p>
      <p className="pl-3">{halves.cause}</p>
    </div>
  );
}

export function Cause({ draw, locale, className = "" }: CauseProps & { className?: string }) {
  return (
    <p className={`cause${className && ` ${className}`}`}>
      <Icon name="heart" />
      <span>
        <CauseText draw={draw} locale={locale} />
      </span>
    </p>
  );
}

export async function LicenceNumbers({ draw }: Pick<CauseProps, "draw">) {
  const t = await getTranslations("draw");
  const registration = draw.charity?.registration;
  const numbers = [
    registration ? t("registration", { number: registration.replaceAll(" ", "\u00a0") }) : "",
    draw.license ? t("licence", { number: draw.license }) : "",
  ].filter(Boolean);
  if (numbers.length === 0) return null;
  return (
    <p className="mt-4 text-muted text-xs">
      {numbers.map((number) => (
        <span key={number} className="block">
          {number}
        </span>
      ))}
    </p>
  );
}

export async function getOrganizationName(
  { organization }: Pick<PublicDraw, "organization">,
  locale: Language,
): Promise<string> {
  const t = await getTranslations("organization");
  return nameOrganization((values) => t.markup("named", values), organization, locale);
}
