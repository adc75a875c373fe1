"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { currentAdminQuery } from "@/lib/people/client";
import type { RefusalError } from "@/lib/platform/http/browser/client";

import { useRefusalText } from "./use-console-text";

type LoadFailureProps = { read: { error: RefusalError | null; isFetching: boolean; refetch: () => Promise<unknown> } };

/** Shows nothing if there was no failure. */
export function LoadFailure({ read: { error, isFetching, refetch } }: LoadFailureProps) {
  const t = useTranslations("console");
  const refusalText = useRefusalText();
  const isSignedOut = error?.refusal.status === 401;
  const queries = useQueryClient();
  useEffect(() => {
    // The page's frame then offers to sign in again.
    if (isSignedOut) void queries.invalidateQueries({ queryKey: currentAdminQuery().queryKey });
  }, [isSignedOut, queries]);
  if (!error) return null;
  return (
    <Notice tone="danger" role="alert" title={refusalText(error.refusal)}>
      <Button variant="secondary" busy={isFetching} className="justify-self-start" onClick={() => refetch()}>
        {t("again")}
      </Button>
    </Notice>
  );
}
