"use client";

import { useRef } from "react";

/** Refetching would drop the error while there is no data yet. */
export function useLastError<Refusal>(error: Refusal | null, isFetching: boolean): Refusal | null {
  const last = useRef(error);
  if (error || !isFetching) last.current = error;
  return last.current;
}
