import { useCallback, useEffect, useRef, useState } from "react";
import { usePasskeyConfirmation } from "@/components/console/use-passkey-confirmation";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import { fetchDraft, saveDraft } from "@/lib/drafts/client";
import { getValue, setValue } from "@/lib/drafts/rules.paths";
import type { DraftView } from "@/lib/drafts/rules.views";
import type { DraftContent } from "@/lib/drafts/schema";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";

/** `edited` means that somebody else saved the draft first. */
export type SaveState =
  | { kind: "saved" }
  | { kind: "unsaved" }
  | { kind: "offline" }
  | { kind: "edited"; newer: DraftView | null }
  | { kind: "refused"; refusal: CallRefusal };

export type DraftEditor = {
  /** As it was last saved, with its problems and checks. */
  view: DraftView;
  content: DraftContent;
  state: SaveState;
  get: (path: string) => unknown;
  set: (path: string, value: unknown) => void;
  /** Saves what was typed, and tells whether everything is saved now. */
  flush: () => Promise<boolean>;
  /** Shows the other person's draft and drops what was typed here. */
  takeNewer: () => void;
  /** Saves what was typed here over the other person's draft. */
  keepOwn: () => Promise<boolean>;
  /** Shows a draft that was read again. */
  show: (view: DraftView) => void;
};

const saveAfterMs = 1200;

const retryAfterMs = 5000;

/**
 * Saves a draft while it is edited, a moment after the last key. Without a connection it keeps what was typed and tries
 * again.
 */
export function useDraft(initial: DraftView): DraftEditor {
  const runConfirmed = usePasskeyConfirmation();
  const [view, setView] = useState(initial);
  const [content, setContent] = useState(initial.content);
  const [state, setState] = useState<SaveState>({ kind: "saved" });
  // What the timers and answers of calls see, which are older than the last key.
  const latest = useRef({ content: initial.content, saved: initial.content, revision: initial.revision });
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useReloadHold(state.kind !== "saved");

  const show = useCallback((next: DraftView) => {
    latest.current = { content: next.content, saved: next.content, revision: next.revision };
    setView(next);
    setContent(next.content);
    setState({ kind: "saved" });
  }, []);

  const saveOnce = async (): Promise<boolean> => {
    const { content: sent, revision } = latest.current;
    const answer = await runConfirmed(() => saveDraft(initial.drawId, { revision, content: sent }));
    if (answer.ok) {
      const isNewest = latest.current.content === sent;
      latest.current = { ...latest.current, saved: sent, revision: answer.body.revision };
      if (isNewest) show(answer.body);
      else setView(answer.body);
      return isNewest || saveOnce();
    }
    if (answer.reason === "unreachable" || answer.reason === "service-unavailable") {
      setState({ kind: "offline" });
      schedule(retryAfterMs);
    } else if (answer.reason === "draw-edited") {
      const newer = await fetchDraft(initial.drawId);
      setState({ kind: "edited", newer: newer.ok ? newer.body : null });
    } else setState({ kind: "refused", refusal: answer });
    return false;
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (latest.current.content === latest.current.saved) return Promise.resolve(true);
    running.current ??= saveOnce().finally(() => {
      running.current = null;
    });
    return running.current;
  };
  const newestFlush = useRef(flush);
  useEffect(() => {
    newestFlush.current = flush;
  });
  const schedule = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void newestFlush.current(), ms);
  };
  // Leaving the page within the console saves at once what the timer would have saved.
  useEffect(() => () => void newestFlush.current(), []);

  const set = (path: string, value: unknown) => {
    latest.current.content = setValue(latest.current.content, path, value);
    setContent(latest.current.content);
    if (state.kind === "edited") return;
    setState({ kind: "unsaved" });
    schedule(saveAfterMs);
  };
  const newer = state.kind === "edited" ? state.newer : null;
  const keepOwn = () => {
    if (newer) latest.current.revision = newer.revision;
    return flush();
  };
  return {
    ...{ view, content, state, set, flush, keepOwn, show },
    get: (path) => getValue(content, path),
    takeNewer: () => newer && show(newer),
  };
}
