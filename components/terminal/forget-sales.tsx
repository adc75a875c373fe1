"use client";

import { useEffect } from "react";

import { saleSessions } from "./sale-session";

/** How often a tablet looks for what it has kept too long, in ms. */
const sweepMs = 60_000;

/** Whatever page of the terminal is open: what was typed of a buyer and left alone does not stay in the tablet. */
export function ForgetSales() {
  useEffect(() => {
    saleSessions.sweep();
    const timer = setInterval(saleSessions.sweep, sweepMs);
    return () => clearInterval(timer);
  }, []);
  return null;
}
