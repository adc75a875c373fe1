import { isbot } from "isbot";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import type { ErrorTexts } from "./error-layout";
import { ErrorLayout } from "./error-layout";

type ErrorViewProps = {
  statusCode: number;
  texts: ErrorTexts;
  message?: string | undefined;
  clearError?: (() => void) | undefined;
  children?: ReactNode;
};

export function isVisitor(): boolean {
  return !isbot(navigator.userAgent);
}

export function ErrorView({ statusCode, texts, message, clearError, children }: ErrorViewProps) {
  const text = message ?? (statusCode === 404 ? texts.notFound : texts.failed);
  const isHeadingRepeated = text.toLowerCase() === texts.heading.toLowerCase();
  const alert = (
    <p role="alert" className={isHeadingRepeated ? "sr-only" : "text-balance text-lg"}>
      {text}
    </p>
  );

  function goHome(): void {
    clearError?.();
    window.location.assign(texts.homeUrl);
  }

  return (
    <ErrorLayout statusCode={statusCode} heading={texts.heading} bar={texts}>
      {statusCode === 500 ? <title>{texts.heading}</title> : null}
      {alert}
      {statusCode === 404 ? null : <Button onClick={() => window.location.reload()}>{texts.tryAgain}</Button>}
      {children}
      <Button variant={statusCode === 404 && !children ? "primary" : "secondary"} onClick={goHome}>
        {texts.goHome}
      </Button>
      {statusCode === 404 && !children ? (
        <a href={texts.listUrl} className="link">
          {texts.seeDraws}
        </a>
      ) : null}
    </ErrorLayout>
  );
}
