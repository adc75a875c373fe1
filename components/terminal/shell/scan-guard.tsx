"use client";

import { useEffect } from "react";

import { watchScans } from "./watch-scans";

/** Whatever a barcode scanner reads near a tablet types, chooses and confirms nothing on its page. */
export function ScanGuard() {
  useEffect(watchScans, []);
  return null;
}
