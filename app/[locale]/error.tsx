"use client";

import { ErrorScreen } from "@/components/ui/error/error-screen";

export default function ErrorPage({ reset }: { reset: () => void }) {
  return <ErrorScreen statusCode={500} clearError={reset} />;
}
