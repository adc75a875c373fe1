import { isbot } from "isbot";
import type { ReactNode } from "react";

import { Button } from "./button";
import type { ErrorTexts } from "./error-texts";

type ErrorViewProps = {
  statusCode: number;
  texts: ErrorTexts;
  message?: string | undefined;
  clearError?: (() => void) | undefined;
  children?: ReactNode;
};

/** True where somebody looks at the page, who is told what went wrong; a bot is not. */
export function isVisitor(): boolean {
  return !isbot(navigator.userAgent);
}

/** What the error screen says, and the ways out. */
export function ErrorView({ statusCode, texts, message, clearError, children }: ErrorViewProps) {
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
