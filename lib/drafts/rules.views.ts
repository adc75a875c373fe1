import type { LocalText } from "@/lib/local-text";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { DraftCheck } from "./rules.checks";
import type { DraftContent } from "./schema";

/** `savedBy` is the operator of an audit entry, and `savedByName` the name of a person of the console. */
export type DraftView = {
  drawId: string;
  parentId: string;
  content: DraftContent;
  revision: number;
  savedAt: string;
  savedBy: string | null;
  savedByName: string | null;
  /** The draw is not stored yet. */
  isNew: boolean;
  /** Publishing opens sales by the draw's dates. Otherwise it changes a draw whose sales follow them already. */
  opensSales: boolean;
  /** The draw was changed since the draft was begun, so the draft can't be applied. */
  isOutdated: boolean;
  /** Fields that a sale has locked. */
  lockedFields: readonly string[];
  hasCredentials: boolean;
  /** Null without a link, or if it has ended. */
  previewEndsAt: string | null;
  /** False in live mode, which has no test copies. */
  canTry: boolean;
  problems: FieldProblem[];
  /** Fields of a draft from an earlier release that there are no longer. The next save leaves them out. */
  droppedFields: string[];
  checks: DraftCheck[];
};

/** `title` is null while the draft has no valid one. */
export type DraftListItem = {
  drawId: string;
  parentId: string;
  title: LocalText | null;
  isNew: boolean;
  savedAt: string;
  savedByName: string | null;
};
