"use client";

import type { ReactNode } from "react";

import { Button } from "./button";

/** Opens the browser's print dialogue; the style sheet turns the page into a receipt. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button variant="secondary" onClick={() => window.print()}>
      {children}
    </Button>
  );
}
