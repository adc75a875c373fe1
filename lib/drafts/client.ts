import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { DraftListItem, DraftView } from "./rules.views";
import type { CreateDraftInput, CredentialsInput, SaveDraftInput } from "./schema";

const getPath = (drawId: string) => `/api/admin/drafts/${encodeURIComponent(drawId)}`;

const isView = hasKey<DraftView>("content");

export function draftsQuery(isEnabled: boolean) {
  type Drafts = { drafts: DraftListItem[] };
  return queryOptions<DraftListItem[], RefusalError, DraftListItem[], readonly string[]>({
    queryKey: ["drafts"],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/drafts", hasKey<Drafts>("drafts"), { signal })).body.drafts,
  });
}

/**
 * Never refetched by itself, so that what is being typed is not replaced. Forgotten with the page, because what is
 * saved on it doesn't come back here.
 */
export function draftQuery(drawId: string) {
  return queryOptions<DraftView, RefusalError, DraftView, readonly string[]>({
    queryKey: ["drafts", drawId],
    queryFn: async ({ signal }) => unwrapResult(await fetchDraft(drawId, signal)).body,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}

export function fetchDraft(drawId: string, signal?: AbortSignal): Promise<CallResult<DraftView>> {
  return fetchJson(getPath(drawId), isView, signal ? { signal } : {});
}

export function createDraft(input: CreateDraftInput): Promise<CallResult<DraftView>> {
  return fetchJson("/api/admin/drafts", isView, { body: input });
}

export function saveDraft(drawId: string, input: SaveDraftInput): Promise<CallResult<DraftView>> {
  return fetchJson(getPath(drawId), isView, { body: input });
}

const isObject = (body: unknown): body is object => typeof body === "object";

export function publishDraft(drawId: string, revision: number): Promise<CallResult<object>> {
  return fetchJson(`${getPath(drawId)}/publish`, isObject, { body: { revision } });
}

export function discardDraft(drawId: string, revision: number): Promise<CallResult<object>> {
  return fetchJson(`${getPath(drawId)}/discard`, isObject, { body: { revision } });
}

/** `draft` exports what is set up, `stored` what is published. */
export function exportDefinition(drawId: string, source: "stored" | "draft"): Promise<CallResult<object>> {
  return fetchJson(`/api/admin/draws/${encodeURIComponent(drawId)}/definition?of=${source}`, isObject);
}

export type PreviewLink = { path: string; endsAt: string };

export function createPreview(drawId: string): Promise<CallResult<PreviewLink>> {
  return fetchJson(`${getPath(drawId)}/preview`, hasKey<PreviewLink>("path"), { method: "POST" });
}

export type TestCopy = { drawId: string; endsAt: string };

export function createTestCopy(drawId: string): Promise<CallResult<TestCopy>> {
  return fetchJson(`${getPath(drawId)}/try`, hasKey<TestCopy>("drawId"), { method: "POST" });
}

/** The bank is asked whether it accepts the passcodes, which takes a moment. */
export function saveCredentials(drawId: string, input: CredentialsInput): Promise<CallResult<object>> {
  return fetchJson(`/api/admin/draws/${encodeURIComponent(drawId)}/credentials`, isObject, {
    body: input,
    timeoutMs: 45_000,
  });
}
