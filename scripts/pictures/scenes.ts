import type { Scene } from "./scene";
import { checkoutScenes } from "./scenes-checkout";
import { terminalScenes } from "./scenes-terminal";

/** Everything that is pictured. */
export const scenes: readonly Scene[] = [...checkoutScenes, ...terminalScenes];
