import { useTranslations } from "next-intl";

import { Icon } from "@/components/ui/icon";
import type { LivePool } from "@/lib/draws/rules.projection";
import type { AddOn } from "./add-on";
import { Fold } from "./fold";
import { LabelText } from "./label-text";
import { useSharedDevice } from "./shared-device";
import { useWords } from "./use-words";

type AddOnFactsProps = { addOn: AddOn; live: LivePool | undefined };

/** From this many tickets left on, a second draw says how many. */
const fewTickets = 500;

/** What a second draw is worth now and how much of it is left; nothing where neither is known. */
export function AddOnLive({ live }: Pick<AddOnFactsProps, "live">) {
  const t = useTranslations("checkout");
  const { money, number } = useWords();
  const left = live?.left ?? null;
  const isScarce = left !== null && left > 0 && left <= fewTickets;
  if (!live || (live.prize === null && !isScarce)) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {live.prize === null ? null : (
        <span className="font-medium">{t("addOnPrize", { amount: money(Math.round(live.prize * 100)) })}</span>
      )}
      {isScarce ? (
        <span className="font-medium text-warning">{t("addOnLeft", { count: left, formatted: number(left) })}</span>
      ) : null}
    </p>
  );
}

function Licence({ addOn }: { addOn: AddOn }) {
  const t = useTranslations("checkout");
  const { licence } = addOn;
  // A device that strangers share has no way out of its page.
  const licenceHref = useSharedDevice() ? null : addOn.licenceHref;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      {licence ? <span>{t("addOnLicence", { number: licence })}</span> : null}
      {licenceHref ? (
        <a href={licenceHref} target="_blank" rel="noopener" className="link inline-flex min-h-6 items-center">
          {t("addOnLicencePdf")}
        </a>
      ) : null}
    </p>
  );
}

/** What a second draw has to win. */
export function AddOnPrizes({ addOn: { prizes = [] } }: { addOn: AddOn }) {
  return prizes.map((prize, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two prizes may have the same words
    <p key={at} className="flex items-start gap-2 font-medium">
      <Icon name="gift" className="mt-0.5 text-brand-strong" />
      <span>
        <LabelText label={prize} />
      </span>
    </p>
  ));
}

/** Set off from what is chosen. */
const papersClass =
  "-mb-2.5 border-line border-t text-[0.8125rem] text-muted leading-snug open:pb-2 [&>p]:py-0.5 " +
  "[&>summary]:font-normal";

/** The small print of a second draw: when it is drawn, and folded beneath until when it sells, how, and its licence. */
export function AddOnPapers({ addOn, isOpen }: { addOn: AddOn; isOpen: boolean }) {
  const t = useTranslations("checkout");
  const { closes, draws, byGenerator } = addOn;
  const [first, ...others] = [
    draws ? t("addOnDraws", { date: draws }) : null,
    isOpen && closes ? t("addOnCloses", { date: closes }) : null,
    byGenerator === undefined ? null : t(byGenerator ? "addOnByGenerator" : "addOnByHand"),
  ].filter((words) => words !== null);
  // Without any of them the licence alone is left, and nothing to fold.
  if (first === undefined) return <Licence addOn={addOn} />;
  return (
    <Fold words={first} className={papersClass}>
      {others.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <Licence addOn={addOn} />
    </Fold>
  );
}
