"use client";

import { useEffect } from "react";

import { watchScans } from "./watch-scans";

/** A barcode scanner near a tablet must not type, choose or confirm anything. */
export function ScanGuard() {
  useEffect(watchScans, []);
  return null;
}
