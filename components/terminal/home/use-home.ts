"use client";

import { useCallback, useState } from "react";
import { repeatLook } from "@/components/terminal/shell/repeat-look";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useLooks } from "@/components/ui/use-looks";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { TerminalDraw } from "@/lib/terminal/client";
import { readDraws, readSummaries } from "@/lib/terminal/client";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";

/** How long what is shown stays good, in ms: an operator compares it with a cash box, not with a clock. */
const refreshMs = 20_000;

/** What the home page knows: draws are null until they were read; what was read is kept until it is read again. */
export type HomeData = {
  draws: TerminalDraw[] | null;
  /** The money of today by the id of its draw. */
  summaries: ReadonlyMap<string, TerminalSummary>;
  refusal: CallRefusal["reason"] | null;
  /** When all of it was read last. */
  readAt: Date | null;
  refresh: () => void;
};

type Known = Omit<HomeData, "refresh">;

const nothing: Known = { draws: null, summaries: new Map(), refusal: null, readAt: null };

/** What is known after both were asked for: the part that was refused stays as it was. */
function learn(
  before: Known,
  draws: Awaited<ReturnType<typeof readDraws>>,
  sums: Awaited<ReturnType<typeof readSummaries>>,
): Known {
  const refused = [draws, sums].find((answer) => !answer.ok);
  return {
    draws: draws.ok ? draws.draws : before.draws,
    summaries: sums.ok ? new Map(sums.summaries.map((summary) => [summary.instanceId, summary])) : before.summaries,
    refusal: refused && !refused.ok ? refused.reason : null,
    readAt: refused ? before.readAt : new Date(),
  };
}

/** Reads the draws of the parent and what this device took today, again and again; `isOn` false reads nothing. */
export function useHome(isOn: boolean): HomeData {
  const { note, isReachable } = useConnection();
  const [known, setKnown] = useState(nothing);
  const begin = useCallback(() => {
    if (!isOn || !isReachable) return;
    return repeatLook({
      firstMs: 0,
      async look(signal) {
        const [draws, sums] = await Promise.all([readDraws(signal), readSummaries(signal)]);
        if (signal.aborted) return refreshMs;
        setKnown((before) => learn(before, note(draws), note(sums)));
        return refreshMs;
      },
    });
  }, [isOn, isReachable, note]);
  return { ...known, refresh: useLooks(begin) };
}
