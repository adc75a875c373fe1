"use client";

import { useEffect } from "react";

import type { ObtainToken } from "@/lib/platform/http/browser/app-check-source";
import { setTokenSource } from "@/lib/platform/http/browser/app-check-source";
import type { AppCheckClient } from "@/lib/platform/server/env.gateways";

let loading: Promise<ObtainToken> | null = null;

function load(settings: AppCheckClient): Promise<ObtainToken> {
  loading ??= import("./start-app-check").then(
    ({ startAppCheck }) => startAppCheck(settings),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

export function AppCheck({ settings }: { settings: AppCheckClient }) {
  useEffect(() => {
    setTokenSource(async () => (await load(settings))());
    const start = () => void load(settings).catch(() => undefined);
    const idle =
      typeof window.requestIdleCallback === "function"
        ? window.requestIdleCallback(start, { timeout: 4000 })
        : window.setTimeout(start, 1500);
    return () => {
      setTokenSource(null);
      if (typeof window.cancelIdleCallback === "function") window.cancelIdleCallback(idle);
      else window.clearTimeout(idle);
    };
  }, [settings]);
  return null;
}
