import "server-only";

import { cache } from "react";

import { createContext } from "@/lib/context";
import { viewDraw } from "@/lib/orders/view-draw";

/** Reads a draw for a page, once for its metadata and its body. Refusal: `draw-not-found`. */
export const loadDraw = cache(async (drawId: string) => viewDraw(await createContext(), drawId));
