"use client";

import type { ReactNode } from "react";

import { Button } from "./button";
import type { ButtonVariant } from "./button-class";

/** Opens the browser's print dialogue; the style sheet turns the page into a receipt. */
export function PrintButton({ variant = "secondary", children }: { variant?: ButtonVariant; children: ReactNode }) {
  return (
    <Button variant={variant} onClick={() => window.print()}>
      {children}
    </Button>
  );
}
