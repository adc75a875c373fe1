"use client";

import type { ReactNode } from "react";
import { createContext, useContext } from "react";

/** What the error screen says and where its button leads, in the language of the page. */
export type ErrorScreenTextsValue = {
  homeUrl: string;
  heading: string;
  goHome: string;
  notFound: string;
  failed: string;
  tryAgain: string;
};

const ErrorScreenTextsContext = createContext<ErrorScreenTextsValue | undefined>(undefined);

/** The texts of the nearest layout. Throws outside of it. */
export function useErrorScreenTexts(): ErrorScreenTextsValue {
  const texts = useContext(ErrorScreenTextsContext);
  if (!texts) throw new Error("The error screen stands outside of the layout.");
  return texts;
}

/** Gives the error screen its texts, so that an error boundary needs no message bundle in the browser. */
export function ErrorScreenTexts({ texts, children }: { texts: ErrorScreenTextsValue; children: ReactNode }) {
  return <ErrorScreenTextsContext value={texts}>{children}</ErrorScreenTextsContext>;
}
