"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { currentAdminQuery, signOut } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import { hasRight } from "@/lib/people/rules";
import { toGrants } from "@/lib/people/rules.roles";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { computeReach } from "@/lib/rights";

import { useHasVerification } from "./console-settings";
import { LoadFailure } from "./load-failure";
import { SignIn } from "./sign-in";
import { useResume } from "./use-resume";

type ConsoleProps = {
  place: "account" | "orders" | "tablets" | "teams" | "people" | "history";
  children: (me: CurrentAdmin) => ReactNode;
};

/** A page for a signed-in person. Anybody else signs in first, and then sees the page that they opened. */
export function Console({ place, children }: ConsoleProps) {
  const t = useTranslations("console");
  const read = useQuery(currentAdminQuery());
  const queries = useQueryClient();
  const again = () => {
    // Nothing of the person who was signed in before may remain for the next.
    queries.removeQueries();
    return read.refetch();
  };
  const resume = useResume();
  const isSignedOut = read.error?.refusal.status === 401;
  useHeadingFocus(isSignedOut ? "signed-out" : read.data ? "signed-in" : null);
  if (isSignedOut && !read.data) return <SignIn onSignedIn={again} />;
  if (read.data) {
    return (
      <>
        {isSignedOut ? <SignIn isReturning onSignedIn={resume} /> : null}
        {/* The page of a session that has ended is only hidden, as somebody may have typed into it. */}
        <div hidden={isSignedOut} className="contents">
          <ConsoleBar me={read.data} place={place} onSignedOut={again} />
          {mayOpen(read.data, place) ? children(read.data) : <h1 className="text-3xl">{t("noAccess")}</h1>}
        </div>
      </>
    );
  }
  return read.isError ? <LoadFailure read={read} /> : <p role="status">{t("loading")}</p>;
}

/** The right that a page needs. Everybody has an account. */
const rightOf = {
  orders: "find",
  tablets: "devices",
  teams: "teams",
  people: "access",
  history: "history",
} as const;

function mayOpen(me: CurrentAdmin, place: ConsoleProps["place"]): boolean {
  return place === "account" || hasRight(me, rightOf[place]);
}

type SignInState = "signed-in" | "signed-out" | null;

/**
 * Signing in or out replaces the whole page, and with it the button that was pressed, so the heading takes the focus.
 */
function useHeadingFocus(signInState: SignInState): void {
  const before = useRef<SignInState>(null);
  useEffect(() => {
    if (signInState === null) return;
    if (before.current !== null && before.current !== signInState) {
      const heading = document.querySelector<HTMLElement>("main h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus();
    }
    before.current = signInState;
  }, [signInState]);
}

type ConsoleBarProps = Pick<ConsoleProps, "place"> & { me: CurrentAdmin; onSignedOut: () => void };

const linkClass =
  "inline-flex min-h-11 items-center rounded-control px-3 font-semibold aria-[current=page]:bg-sunken hover:bg-sunken";

function ConsoleBar({ me, place, onSignedOut }: ConsoleBarProps) {
  const t = useTranslations("console.nav");
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const hasVerification = useHasVerification() && computeReach(toGrants(me.roles), "payments") === "everything";
  const links = [
    { name: "account", path: "/console" },
    ...(mayOpen(me, "orders") ? [{ name: "orders", path: "/console/orders" } as const] : []),
    ...(mayOpen(me, "tablets") ? [{ name: "tablets", path: "/console/tablets" } as const] : []),
    ...(mayOpen(me, "teams") ? [{ name: "teams", path: "/console/teams" } as const] : []),
    ...(mayOpen(me, "people") ? [{ name: "people", path: "/console/people" } as const] : []),
    ...(mayOpen(me, "history") ? [{ name: "history", path: "/console/history" } as const] : []),
    ...(hasVerification ? [{ name: "verification", path: "/hashtest" } as const] : []),
  ] as const;
  const leave = async () => {
    setBusy(true);
    await signOut();
    setBusy(false);
    onSignedOut();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b pb-3">
      <nav aria-label={t("label")} className="-mx-3 flex flex-wrap gap-1">
        {links.map(({ name, path }) => (
          <a
            key={name}
            href={localizedPath(locale, path)}
            aria-current={name === place ? "page" : undefined}
            className={linkClass}
          >
            {t(name)}
          </a>
        ))}
      </nav>
      {me.person ? (
        <Button variant="quiet" busy={isBusy} className="text-ink max-sm:-ml-5 sm:-mr-5" onClick={leave}>
          {t("signOut")}
        </Button>
      ) : null}
    </div>
  );
}
