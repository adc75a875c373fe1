"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";

import { createQueryClient } from "./query-client";

/** `keptMs` is how long data that no part shows is kept in memory. */
type QueriesProps = { keptMs?: number; children: ReactNode };

export function Queries({ keptMs, children }: QueriesProps) {
  const [client] = useState(() => {
    const created = createQueryClient();
    const { queries } = created.getDefaultOptions();
    if (keptMs !== undefined) created.setDefaultOptions({ queries: { ...queries, gcTime: keptMs } });
    return created;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
