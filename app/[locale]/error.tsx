"use client";

import { ErrorScreen } from "@/components/ui/error-screen";

/** An unexpected failure below the layout; `reset` clears it. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return <ErrorScreen statusCode={500} clearError={reset} />;
}
