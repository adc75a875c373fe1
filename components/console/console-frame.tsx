"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { createContext, useContext, useEffect, useRef } from "react";

import { currentAdminQuery } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";

import { AccountMenu } from "./account-menu";
import { ConsoleBar } from "./console-bar";
import { LoadFailure } from "./load-failure";
import { SignIn } from "./sign-in";
import { useNavigationFocus } from "./use-navigation-focus";
import { useResume } from "./use-resume";

const CurrentAdminContext = createContext<CurrentAdmin | null>(null);

/** The menu and a page, for a signed-in person. Others sign in first and then see the page they opened. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("console");
  const read = useQuery(currentAdminQuery());
  const queries = useQueryClient();
  const restart = () => {
    // The next person must not see data that was loaded for the previous one.
    queries.removeQueries();
    return read.refetch();
  };
  const isSignedOut = read.error?.refusal.status === 401;
  useHeadingFocus(isSignedOut ? "signed-out" : read.data ? "signed-in" : null);
  const navigation = useNavigationFocus();
  const resume = useResume();
  if (isSignedOut && !read.data) return <SignIn onSignedIn={restart} />;
  if (read.data) {
    return (
      <CurrentAdminContext value={read.data}>
        {isSignedOut ? <SignIn isReturning onSignedIn={resume} /> : null}
        {/* When the session ends, the page is only hidden, because it may contain unsaved text. */}
        <div hidden={isSignedOut} className="contents" {...navigation}>
          <ConsoleBar admin={read.data} />
          {isSignedOut ? null : <AccountMenu admin={read.data} onSignedOut={restart} />}
          {children}
        </div>
      </CurrentAdminContext>
    );
  }
  return read.isError ? <LoadFailure read={read} /> : <p role="status">{t("loading")}</p>;
}

/** Throws outside of the frame. */
export function useCurrentAdmin(): CurrentAdmin {
  const admin = useContext(CurrentAdminContext);
  if (!admin) throw new Error("A page of the console is outside of its frame.");
  return admin;
}

type SignInState = "signed-in" | "signed-out" | null;

/** Signing in or out replaces the whole page, including the pressed button, so the heading takes the focus. */
function useHeadingFocus(signInState: SignInState): void {
  const previousState = useRef<SignInState>(null);
  useEffect(() => {
    if (signInState === null) return;
    if (previousState.current !== null && previousState.current !== signInState) {
      const heading = document.querySelector<HTMLElement>("main h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus();
    }
    previousState.current = signInState;
  }, [signInState]);
}
