"use client";

import { useTranslations } from "next-intl";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { RefusalError } from "@/lib/platform/http/browser/client";

import { useRefusalText } from "./use-console-text";

type LoadFailureProps = { read: { error: RefusalError | null; isFetching: boolean; refetch: () => Promise<unknown> } };

/** Tells why data couldn't be loaded, and offers another try. Shows nothing if there was no failure. */
export function LoadFailure({ read: { error, isFetching, refetch } }: LoadFailureProps) {
  const t = useTranslations("console");
  const refusalText = useRefusalText();
  if (!error) return null;
  return (
    <Notice tone="danger" role="alert" title={refusalText(error.refusal)}>
      <Button variant="secondary" busy={isFetching} className="justify-self-start" onClick={() => refetch()}>
        {t("again")}
      </Button>
    </Notice>
  );
}
