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
import { getSectionPath, listSections } from "./sections";
import { useClearRememberedState } from "./use-remembered-state";

type ConsoleBarProps = { admin: CurrentAdmin; onSignedOut: () => void };

/** The menu in one row, which scrolls on a phone, and beside it the account menu. */
export function ConsoleBar({ admin, onSignedOut }: ConsoleBarProps) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const { barePath } = splitPath(usePathname());
  const clearRememberedState = useClearRememberedState();
  const row = useRef<HTMLElement>(null);
  useScrollToCurrent(row, barePath);
  const isCurrent = (path: string) => barePath === path || barePath.startsWith(`${path}/`);
  return (
    <div className="flex items-stretch gap-2 border-line border-b">
      <nav ref={row} aria-label={t("label")} className={rowClass}>
        {listSections(admin).map((section) => (
          <ConsoleLink
            key={section}
            href={localizedPath(locale, getSectionPath(section))}
            aria-current={isCurrent(getSectionPath(section)) ? "page" : undefined}
            className={itemClass}
            onClick={clearRememberedState}
          >
            {t(section)}
          </ConsoleLink>
        ))}
      </nav>
      <AccountMenu admin={admin} isCurrent={isCurrent(getSectionPath("account"))} onSignedOut={onSignedOut} />
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

/** Scrolls only the row, because `scrollIntoView` would move the page as well. */
function useScrollToCurrent(row: { current: HTMLElement | null }, path: string): void {
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

function AccountMenu({ admin, isCurrent, onSignedOut }: AccountMenuProps) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const hasVerification = useHasVerification() && computeReach(toGrants(admin.roles), "payments") === "everything";
  const { person } = admin;
  const handleSignOut = async () => {
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
          {getInitials(person?.name ?? "")}
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
          href={localizedPath(locale, getSectionPath("account"))}
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
          <Button variant="quiet" busy={isBusy} className="justify-start px-3 text-ink" onClick={handleSignOut}>
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
function getInitials(name: string): string {
  const names = name.split(/[\s-]+/).filter(Boolean);
  return [names[0], names.length > 1 ? names.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? "").join("");
}
