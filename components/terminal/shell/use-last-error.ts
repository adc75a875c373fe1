"use client";

import { useRef } from "react";

/** What a query was last refused by: while it has read nothing yet, asking again would forget it. */
export function useLastError<Refusal>(error: Refusal | null, isFetching: boolean): Refusal | null {
  const last = useRef(error);
  if (error || !isFetching) last.current = error;
  return last.current;
}
