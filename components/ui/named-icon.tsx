"use client";

import { lazy, Suspense } from "react";

import type { IconData } from "@/lib/platform/server/lucide-icons";

// Loaded with the first icon that is not inlined.
const LoadedIcon = lazy(() => import("./loaded-icon"));

type NamedIconProps = {
  /** `prefix:name`, as Iconify names it. */
  name: string;
  /** Its data, if inlined. */
  drawing?: IconData | undefined;
  className: string;
};

function Drawing({ drawing: { body, width, height }, className }: { drawing: IconData; className: string }) {
  // Shapes of Lucide's own package, nobody's input.
  const markup = { dangerouslySetInnerHTML: { __html: body } };
  return <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={className} {...markup} />;
}

export function NamedIcon({ name, drawing, className }: NamedIconProps) {
  if (drawing) return <Drawing drawing={drawing} className={className} />;
  return (
    <Suspense fallback={<span className={className} />}>
      <LoadedIcon name={name} className={className} />
    </Suspense>
  );
}
