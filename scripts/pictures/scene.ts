import type { Page } from "playwright/test";

import type { Language } from "@/tests/support/checkout";
import { pathIn } from "@/tests/support/checkout";

import type { Stage } from "./stage";

/** Where a scene is looked at. */
export type Setting = { stage: Stage; language: Language };

/** One thing to picture: the path of a page, without its language, or a whole address, and what is done there first. */
export type Scene = {
  name: string;
  path: (stage: Stage, language: Language) => string;
  act?: (page: Page, setting: Setting) => Promise<void>;
  /** The browser is a registered tablet. */
  atTablet?: boolean;
  /** The browser has no Apple Pay. */
  byCard?: boolean;
};

/** The whole address of a scene in a language. */
export function addressOf(scene: Scene, { stage, language }: Setting): string {
  const path = scene.path(stage, language);
  return path.startsWith("http") ? path : `${stage.server.url}${pathIn(language, path)}`;
}
