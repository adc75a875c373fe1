import type { ReactNode } from "react";

import { drawStill, keepStill } from "@/lib/platform/server/still-parts";
import { StillMarkup } from "./still-markup";

type StillProps = {
  /** Tells it from the others of its page. */
  name: string;
  children: ReactNode;
};

/**
 * A part of a page that nothing changes in the browser: it stands in the HTML alone, and not a second time in the data
 * that brings the page to life (docs/decisions/043). It adds no box of its own.
 */
export async function Still({ name, children }: StillProps) {
  return <StillMarkup name={name} id={keepStill(await drawStill(children))} />;
}
