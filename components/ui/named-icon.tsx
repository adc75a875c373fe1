"use client";

import { lazy, Suspense } from "react";

import type { IconData } from "@/lib/platform/server/lucide-icons";

// What asks for icons is loaded with the first one that has to be asked for.
const LoadedIcon = lazy(() => import("./loaded-icon"));

type NamedIconProps = {
  /** As Iconify names it: `prefix:name`. */
  name: string;
  /** Its data where the page holds it: then nothing is asked for. */
  drawing?: IconData | undefined;
  className: string;
};

function Drawing({ drawing: { body, width, height }, className }: { drawing: IconData; className: string }) {
  // Shapes of Lucide's own package, nobody's input.
  const markup = { dangerouslySetInnerHTML: { __html: body } };
  return <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={className} {...markup} />;
}

/** An icon that somebody else chose, by its name. */
export function NamedIcon({ name, drawing, className }: NamedIconProps) {
  if (drawing) return <Drawing drawing={drawing} className={className} />;
  return (
    <Suspense fallback={<span className={className} />}>
      <LoadedIcon name={name} className={className} />
    </Suspense>
  );
}
