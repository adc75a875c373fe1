"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";

import { useLive } from "@/components/draws/live-provider";
import { loadServerCalls, prepareBefore } from "@/components/payment/server-calls";
import type { MessageBranch } from "@/lib/platform/i18n/message-parts";
import { mergeMessages } from "@/lib/platform/i18n/message-parts";

type LateParts = typeof import("./late-parts").lateParts;
type Late = { parts: LateParts; words: MessageBranch };
/** `onShown` is told once the page is drawn with them. */
type Shown = Late & { onShown: () => void };

const LateContext = createContext<LateParts | null>(null);

async function load(wordsPath: string | null): Promise<Late> {
  const { lateParts, readWords } = await import("./late-parts");
  return { parts: lateParts, words: wordsPath === null ? {} : await readWords(wordsPath) };
}

type LateProviderProps = {
  /** Where the words of late parts are; null where the page has them all. */
  wordsPath: string | null;
  /** The draw's own words among them. */
  ownWords: readonly MessageBranch[];
  children: ReactNode;
};

/**
 * Brings what a checkout needs only once somebody does something: its code and its words, together and before any call
 * of the server (`loadServerCalls`). Whatever follows such a call finds them here.
 */
export function LateProvider({ wordsPath, ownWords, children }: LateProviderProps) {
  const first = useMessages();
  const locale = useLocale();
  const { salesOpen } = useLive();
  const [late, setLate] = useState<Shown | null>(null);
  useLayoutEffect(() => {
    // All of the page says its words anew: in turns with whatever else the browser has to do.
    const show = (found: Late) => new Promise<void>((onShown) => startTransition(() => setLate({ ...found, onShown })));
    let loading: Promise<void> | null = null;
    return prepareBefore(() => {
      loading ??= load(wordsPath).then(show, (error: unknown) => {
        // The next who asks may find a network.
        loading = null;
        throw error;
      });
      return loading;
    });
  }, [wordsPath]);
  useLayoutEffect(() => late?.onShown(), [late]);
  useEffect(() => {
    // Why nothing can be bought is among these words.
    if (!salesOpen) loadServerCalls().catch(() => undefined);
  }, [salesOpen]);
  const messages = useMemo(
    () => (late ? mergeMessages(late.words, ...ownWords, first) : first),
    [late, ownWords, first],
  );
  return (
    <LateContext value={late?.parts ?? null}>
      <NextIntlClientProvider locale={locale} messages={messages}>
        {children}
      </NextIntlClientProvider>
    </LateContext>
  );
}

/** What came late; null as long as it has not. */
export function useLate(): LateParts | null {
  return useContext(LateContext);
}
