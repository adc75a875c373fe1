"use client";

import type { ReactNode } from "react";
import { useEffect, useState } from "react";

import { Button } from "./button";
import { useErrorScreenTexts } from "./error-screen-texts";

type Properties = {
  statusCode: number;
  message?: string;
  clearError?: () => void;
  /** A nearer way out, before the one to the main site. */
  children?: ReactNode;
};

/** True once the browser is known not to be a bot; the check is loaded only where an error is shown. */
function useIsVisitor(): boolean {
  const [visitor, setVisitor] = useState(false);
  useEffect(() => {
    let mounted = true;
    import("isbot").then(({ isbot }) => {
      if (mounted) setVisitor(!isbot(navigator.userAgent));
    });
    return () => {
      mounted = false;
    };
  }, []);
  return visitor;
}

/**
 * The error screen (docs/design.md, Error screen): status code, message, heading and the way back to the main site.
 * Drawn in the browser, because bots are not shown it and a page that reads the request's headers cannot be cached.
 */
export function ErrorScreen({ statusCode, message, clearError, children }: Properties) {
  const texts = useErrorScreenTexts();
  const visitor = useIsVisitor();
  if (!visitor) return <main className="min-h-dvh" data-status={statusCode} />;

  function goHome(): void {
    clearError?.();
    window.location.assign(texts.homeUrl);
  }

  return (
    <main
      data-status={statusCode}
      className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center"
    >
      {statusCode === 500 ? <title>{texts.heading}</title> : null}
      <p className="font-display font-bold text-6xl tabular">{statusCode}</p>
      <h1 className="text-2xl">{texts.heading}</h1>
      <p role="alert">{message ?? (statusCode === 404 ? texts.notFound : texts.failed)}</p>
      {statusCode === 404 ? null : <Button onClick={() => window.location.reload()}>{texts.tryAgain}</Button>}
      {children}
      <Button variant={statusCode === 404 && !children ? "primary" : "secondary"} onClick={goHome}>
        {texts.goHome}
      </Button>
    </main>
  );
}
