"use client";

import type * as Navigation from "next/navigation";
import { useRef } from "react";

import { themeScript } from "@/lib/platform/csp/theme-script.mjs";
import type { ForcedMode } from "./theme";

type InsertHtml = typeof Navigation.useServerInsertedHTML;

// Of use on the server alone: an import would bring all of Next's navigation into every page's first scripts.
const useInserted: InsertHtml =
  typeof window === "undefined" ? require("next/navigation").useServerInsertedHTML : () => undefined;

/** Writes the script of the colour mode into the head of the server's HTML, once; in the browser there is none. */
export function ThemeScript({ forced }: { forced?: ForcedMode }) {
  const isWritten = useRef(false);
  useInserted(() => {
    if (typeof window !== "undefined" || isWritten.current) return null;
    isWritten.current = true;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: one of a few constant texts, allowed by its hash
    return <script dangerouslySetInnerHTML={{ __html: themeScript(forced) }} />;
  });
  return null;
}
