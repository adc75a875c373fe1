"use client";

import { createContext, useContext } from "react";

type Answered = { ok: boolean; reason?: string };

/** What the terminal knows of its connection: while `isReachable` is false nothing may be sold. */
export type Connection = {
  isReachable: boolean;
  /** When the server was missed first; null while it answers. */
  unreachableSince: Date | null;
  /** Passes an answer on, and looks at the server at once when it was unreachable. */
  note: <Answer extends Answered>(answer: Answer) => Answer;
  pollNow: () => void;
};

/** Filled by `ConnectionProvider`; outside of it the server counts as reachable. */
export const ConnectionContext = createContext<Connection>({
  isReachable: true,
  unreachableSince: null,
  note: (answer) => answer,
  pollNow: () => undefined,
});

/** The connection of this terminal to its server. */
export function useConnection(): Connection {
  return useContext(ConnectionContext);
}
