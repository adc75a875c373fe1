"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";

import { createQueryClient } from "./query-client";

/** In ms. Data that no component shows is kept in memory for `cacheMs`. */
type QueriesProps = { cacheMs?: number; children: ReactNode };

export function Queries({ cacheMs, children }: QueriesProps) {
  const [client] = useState(() => {
    const newClient = createQueryClient();
    const { queries } = newClient.getDefaultOptions();
    if (cacheMs !== undefined) newClient.setDefaultOptions({ queries: { ...queries, gcTime: cacheMs } });
    return newClient;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
