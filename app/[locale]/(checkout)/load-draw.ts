import "server-only";

import { cache } from "react";
import { viewDraw } from "@/lib/activity/view-draw";
import { createContext } from "@/lib/wiring/create-context";

/** Reads a draw for a page, once for its metadata and its body. Refusal: `draw-not-found`. */
export const loadDraw = cache(async (drawId: string) => viewDraw(await createContext(), drawId));
