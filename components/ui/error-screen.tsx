"use client";

import type { ReactNode } from "react";
import { createContext, useContext, useEffect, useState } from "react";

import type { ErrorTexts } from "./error-layout";

const ErrorScreenTextsContext = createContext<ErrorTexts | undefined>(undefined);

/** The texts of the nearest layout. Throws outside of it. */
function useErrorScreenTexts(): ErrorTexts {
  const texts = useContext(ErrorScreenTextsContext);
  if (!texts) throw new Error("The error screen stands outside of the layout.");
  return texts;
}

/** Gives the error screen its texts, so that an error boundary needs no message bundle in the browser. */
export function ErrorScreenTexts({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <ErrorScreenTextsContext value={texts}>{children}</ErrorScreenTextsContext>;
}

type Properties = {
  statusCode: number;
  message?: string;
  clearError?: () => void;
  /** A nearer way out, before the one to the main site. */
  children?: ReactNode;
};

/** The screen once the browser is known not to be a bot; it is loaded only where an error is shown. */
function useView() {
  const [found, setFound] = useState<Pick<typeof import("./error-view"), "ErrorView"> | null>(null);
  useEffect(() => {
    let mounted = true;
    import("./error-view").then(({ ErrorView, isVisitor }) => {
      if (mounted && isVisitor()) setFound({ ErrorView });
    });
    return () => {
      mounted = false;
    };
  }, []);
  return found;
}

/** What stands there before: nothing but a way out for a browser that runs no scripts. */
function Unseen({ statusCode, texts }: { statusCode: number; texts: ErrorTexts }) {
  return (
    <main className="min-h-dvh p-6 text-center" data-status={statusCode}>
      <noscript>
        <p>
          <span>{texts.noScript}</span>{" "}
          <a href={texts.homeUrl} className="link">
            {texts.goHome}
          </a>
        </p>
      </noscript>
    </main>
  );
}

/**
 * The error screen (docs/design.md, Error screen): status code, message, heading and the way back to the main site.
 * Drawn in the browser, because bots are not shown it and a page that reads the request's headers cannot be cached.
 */
export function ErrorScreen(properties: Properties) {
  const texts = useErrorScreenTexts();
  const view = useView();
  if (!view) return <Unseen statusCode={properties.statusCode} texts={texts} />;
  return <view.ErrorView {...properties} texts={texts} />;
}
