"use client";

import type { ReactNode } from "react";
import { createContext, useContext, useEffect, useState } from "react";

import type { ErrorTexts } from "./error-layout";

const ErrorScreenTextsContext = createContext<ErrorTexts | undefined>(undefined);

function useErrorScreenTexts(): ErrorTexts {
  const texts = useContext(ErrorScreenTextsContext);
  if (!texts) throw new Error("The error screen stands outside of the layout.");
  return texts;
}

/** Texts come from the server, so that an error boundary needs no message bundle in the browser. */
export function ErrorScreenTexts({ texts, children }: { texts: ErrorTexts; children: ReactNode }) {
  return <ErrorScreenTextsContext value={texts}>{children}</ErrorScreenTextsContext>;
}

type ErrorScreenProps = {
  statusCode: number;
  message?: string;
  clearError?: () => void;
  children?: ReactNode;
};

/** Loaded only if an error is shown, and not for a bot. */
function useErrorView() {
  const [view, setView] = useState<Pick<typeof import("./error-view"), "ErrorView"> | null>(null);
  useEffect(() => {
    let isMounted = true;
    import("./error-view").then(({ ErrorView, isVisitor }) => {
      if (isMounted && isVisitor()) setView({ ErrorView });
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return view;
}

function NoScriptScreen({ statusCode, texts }: { statusCode: number; texts: ErrorTexts }) {
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
 * Defined in docs/design.md, Error screen. Rendered in the browser, because a page that reads request headers can't be
 * cached.
 */
export function ErrorScreen(props: ErrorScreenProps) {
  const texts = useErrorScreenTexts();
  const view = useErrorView();
  if (!view) return <NoScriptScreen statusCode={props.statusCode} texts={texts} />;
  return <view.ErrorView {...props} texts={texts} />;
}
