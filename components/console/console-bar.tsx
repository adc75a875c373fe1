"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { FocusEvent, KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import { toGrants } from "@/lib/people/rules.roles";
import { localizedPath, splitPath } from "@/lib/platform/i18n/routing";
import { computeReach } from "@/lib/rights";

import { ConsoleLink } from "./console-link";
import { useHasVerification } from "./console-settings";
import { listPlaces, pathOf } from "./places";
import { useForgetting } from "./use-remembered";

type ConsoleBarProps = { me: CurrentAdmin; onSignedOut: () => void };

/** The menu, in one row that a phone scrolls, and beside it the menu of one's own account. */
export function ConsoleBar({ me, onSignedOut }: ConsoleBarProps) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const { barePath } = splitPath(usePathname());
  const forget = useForgetting();
  const row = useRef<HTMLElement>(null);
  useCurrentInView(row, barePath);
  const isCurrent = (path: string) => barePath === path || barePath.startsWith(`${path}/`);
  return (
    <div className="flex items-stretch gap-2 border-line border-b">
      <nav ref={row} aria-label={t("label")} className={rowClass}>
        {listPlaces(me).map((place) => (
          <ConsoleLink
            key={place}
            href={localizedPath(locale, pathOf(place))}
            aria-current={isCurrent(pathOf(place)) ? "page" : undefined}
            className={itemClass}
            onClick={forget}
          >
            {t(place)}
          </ConsoleLink>
        ))}
      </nav>
      <AccountMenu me={me} isCurrent={isCurrent(pathOf("account"))} onSignedOut={onSignedOut} />
    </div>
  );
}

const rowClass =
  "-ml-2.5 flex min-w-0 grow overflow-x-auto pr-6 sm:-ml-3 [scrollbar-width:none] " +
  "[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)]";

const itemClass =
  "inline-flex min-h-12 shrink-0 items-center border-transparent border-y-4 px-2.5 font-semibold text-muted sm:px-3 " +
  "hover:text-ink focus-visible:-outline-offset-4 aria-[current=page]:border-b-brand-strong " +
  "aria-[current=page]:text-ink";

/** Scrolls the row alone, as the page may be where its reader left it. */
function useCurrentInView(row: { current: HTMLElement | null }, path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current item
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!row.current || !current) return;
    const { left, width } = row.current.getBoundingClientRect();
    const item = current.getBoundingClientRect();
    row.current.scrollLeft += item.left - left - (width - item.width) / 2;
  }, [row, path]);
}

type AccountMenuProps = ConsoleBarProps & { isCurrent: boolean };

function AccountMenu({ me, isCurrent, onSignedOut }: AccountMenuProps) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const hasVerification = useHasVerification() && computeReach(toGrants(me.roles), "payments") === "everything";
  const { person } = me;
  const leave = async () => {
    setBusy(true);
    await signOut();
    setBusy(false);
    onSignedOut();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      className="relative shrink-0"
    >
      <summary ref={opener} aria-current={isCurrent ? "page" : undefined} className={nameClass}>
        <span className="sr-only">{t("account")}</span>
        <span
          aria-hidden="true"
          translate="no"
          className="grid size-9 place-items-center rounded-full border border-line-strong bg-sunken text-sm"
        >
          {initialsOf(person?.name ?? "")}
        </span>
      </summary>
      <div className="absolute right-0 z-10 grid w-max min-w-56 max-w-80 rounded-card border border-line bg-raised p-2 shadow-card">
        {person ? (
          <p className="border-line border-b px-3 pt-1 pb-2" translate="no">
            <span className="block font-semibold">{person.name}</span>
            <span className="block text-muted text-sm">{person.email}</span>
          </p>
        ) : null}
        <ConsoleLink
          href={localizedPath(locale, pathOf("account"))}
          className={choiceClass}
          onClick={() => setOpen(false)}
        >
          {t("account")}
        </ConsoleLink>
        {hasVerification ? (
          <a href={localizedPath(locale, "/hashtest")} className={choiceClass}>
            {t("verification")}
          </a>
        ) : null}
        {person ? (
          <Button variant="quiet" busy={isBusy} className="justify-start px-3 text-ink" onClick={leave}>
            {t("signOut")}
          </Button>
        ) : null}
      </div>
    </details>
  );
}

const nameClass =
  "grid min-h-12 min-w-11 cursor-pointer list-none place-items-center border-transparent border-y-4 font-semibold " +
  "aria-[current=page]:border-b-brand-strong [&::-webkit-details-marker]:hidden";

const choiceClass = "inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken";

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.split(/[\s-]+/).filter(Boolean);
  return [names[0], names.length > 1 ? names.at(-1) : undefined].map((part) => part?.[0]?.toUpperCase() ?? "").join("");
}
