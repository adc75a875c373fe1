import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useState } from "react";

import { useConfirmedCalls } from "@/components/console/use-confirmed-calls";
import { createDraft, draftQuery, draftsQuery } from "@/lib/drafts/client";
import type { CreateDraftInput } from "@/lib/drafts/schema";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { localizedPath } from "@/lib/platform/i18n/routing";

export type DraftStart = {
  isBusy: boolean;
  /** Another draw has the id. */
  isTaken: boolean;
  /** Any other refusal of the last call. */
  refusal: CallRefusal | null;
  start: (input: CreateDraftInput) => Promise<void>;
};

/** Starts to set up a draw, and opens its page. Changes of a stored draw are started on its page, which shows them. */
export function useStartDraft(): DraftStart {
  const locale = useLocale();
  const { push } = useRouter();
  const queries = useQueryClient();
  const { busy, call } = useConfirmedCalls<"start">();
  const [refusal, setRefusal] = useState<CallRefusal | null>(null);
  const start = async (input: CreateDraftInput) => {
    setRefusal(null);
    const answer = await call("start", () => createDraft(input));
    if (!answer) return;
    if (!answer.ok) return setRefusal(answer);
    void queries.invalidateQueries({ queryKey: draftsQuery(true).queryKey, exact: true });
    const isElsewhere = "parentId" in input || "copyOf" in input || "content" in input;
    if (isElsewhere) push(localizedPath(locale, `/console/draws/${input.drawId}`));
    else await queries.invalidateQueries({ queryKey: draftQuery(input.drawId).queryKey });
  };
  const isTaken = refusal?.fields.some(({ field }) => field === "drawId") ?? false;
  return { isBusy: busy !== null, isTaken, refusal: isTaken ? null : refusal, start };
}
