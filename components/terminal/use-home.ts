"use client";

import { useEffect, useRef, useState } from "react";

import { scheduleOf } from "@/lib/draws/rules";
import type { CallRefusal } from "@/lib/http/fetch-json";
import { serverNow } from "@/lib/http/fetch-json";
import type { TerminalDraw } from "@/lib/terminal/client";
import { readDraws, readSummary } from "@/lib/terminal/client";
import type { TerminalSummary } from "@/lib/terminal/rules.orders";
import { repeatLook } from "./repeat-look";
import { useConnection } from "./use-connection";

/** How long what is shown stays good, in ms: an operator compares it with a cash box, not with a clock. */
const refreshMs = 20_000;
const dayMs = 24 * 60 * 60_000;

/** What the home page knows: draws are null until they were read, and kept while the server is silent. */
export type HomeData = {
  draws: TerminalDraw[] | null;
  /** Sales of today by the id of their draw. */
  summaries: ReadonlyMap<string, TerminalSummary>;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  refresh: () => void;
};

/** A draw may have sold today while it is open, and until a day after its close. */
function maySellToday({ draw }: TerminalDraw): boolean {
  return draw.state.time_state !== "Not Started" && serverNow() < scheduleOf(draw).closesAt.getTime() + dayMs;
}

async function readSummaries(draws: TerminalDraw[]): Promise<Map<string, TerminalSummary>> {
  const answers = await Promise.all(draws.filter(maySellToday).map(({ draw }) => readSummary(draw.id)));
  return new Map(
    answers.flatMap((answer) => (answer.ok ? [[answer.summary.instanceId, answer.summary] as const] : [])),
  );
}

/** Reads the draws of the parent and what this device sold today, again and again; `isOn` false reads nothing. */
export function useHome(isOn: boolean): HomeData {
  const { note, isReachable } = useConnection();
  const [known, setKnown] = useState<Omit<HomeData, "refresh">>({
    draws: null,
    summaries: new Map(),
    refusal: null,
    readAt: null,
  });
  const lookNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isOn || !isReachable) return;
    const looks = repeatLook({
      firstMs: 0,
      async look(signal) {
        const answer = note(await readDraws(signal));
        const summaries = answer.ok ? await readSummaries(answer.draws) : null;
        if (signal.aborted) return refreshMs;
        if (!answer.ok) setKnown((before) => ({ ...before, refusal: answer.reason }));
        else setKnown({ draws: answer.draws, summaries: summaries ?? new Map(), refusal: null, readAt: new Date() });
        return refreshMs;
      },
    });
    lookNow.current = looks.lookNow;
    return looks.stop;
  }, [isOn, isReachable, note]);
  return { ...known, refresh: () => lookNow.current() };
}
