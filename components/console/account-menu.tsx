"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { FocusEvent, KeyboardEvent } from "react";
import { useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import { toGrants } from "@/lib/people/rules.roles";
import { localizedPath, splitPath } from "@/lib/platform/i18n/routing";
import { computeAccessScope } from "@/lib/rights";

import { accountMenuId } from "./account-menu-id";
import { ConsoleLink } from "./console-link";
import { useConsoleSettings } from "./console-settings";
import { getSectionPath } from "./sections";

type AccountMenuProps = { admin: CurrentAdmin; onSignedOut: () => void };

/** In the header, which is there before anybody is signed in and stays from page to page. */
export function AccountMenu(props: AccountMenuProps) {
  const place = document.getElementById(accountMenuId);
  return place ? createPortal(<Menu {...props} />, place) : null;
}

function Menu({ admin, onSignedOut }: AccountMenuProps) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const isCurrent = splitPath(usePathname()).barePath === getSectionPath("account");
  const mayVerify = computeAccessScope(toGrants(admin.roles), "payments") === "everything";
  const hasVerification = useConsoleSettings().hasVerification && mayVerify;
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
        <span aria-hidden="true" translate="no" className={initialsClass}>
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
  "group grid min-h-11 min-w-11 cursor-pointer list-none place-items-center rounded-control font-semibold " +
  "[&::-webkit-details-marker]:hidden";

const initialsClass =
  "grid size-9 place-items-center rounded-full border border-line-strong bg-raised text-sm " +
  "group-hover:border-ink group-aria-[current=page]:border-2 group-aria-[current=page]:border-brand-strong";

const choiceClass = "inline-flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken";

/** The first letters of the first and the last name. */
function getInitials(name: string): string {
  const names = name.split(/[\s-]+/).filter(Boolean);
  return [names[0], names.length > 1 ? names.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? "").join("");
}
