"use client";

import { createContext, useContext, useRef } from "react";

type AnswerBase = { ok: boolean; reason?: string };

/** While `isReachable` is false, nothing may be sold. */
export type Connection = {
  isReachable: boolean;
  unreachableSince: Date | null;
  /** Returns the answer, and checks the server at once if there was none. */
  note: <Answer extends AnswerBase>(answer: Answer) => Answer;
  pollNow: () => void;
};

export const ConnectionContext = createContext<Connection>({
  isReachable: true,
  unreachableSince: null,
  note: (answer) => answer,
  pollNow: () => undefined,
});

export function useConnection(): Connection {
  return useContext(ConnectionContext);
}

/** A query without data drops its error during a refetch, so the last one is kept. */
export function useLastError<Refusal>(error: Refusal | null, isFetching: boolean): Refusal | null {
  const last = useRef(error);
  if (error || !isFetching) last.current = error;
  return last.current;
}
