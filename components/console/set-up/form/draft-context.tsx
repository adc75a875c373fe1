"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { createContext, useContext } from "react";

import type { FieldProblemKey } from "@/lib/platform/http/reasons";

import type { DraftEditor } from "./use-draft";

type StepContext = DraftEditor & {
  /** True once the step was finished, so that fields which are still empty say so. */
  isChecked: boolean;
};

const DraftContext = createContext<StepContext | null>(null);

export function DraftProvider({
  editor,
  isChecked,
  children,
}: {
  editor: DraftEditor;
  isChecked: boolean;
  children: ReactNode;
}) {
  return <DraftContext value={{ ...editor, isChecked }}>{children}</DraftContext>;
}

export function useDraftContext(): StepContext {
  const context = useContext(DraftContext);
  if (!context) throw new Error("A field of a draft is outside of its form.");
  return context;
}

/** What kind of value a field takes, which decides the words of its problems. */
export type FieldKind =
  | "text"
  | "dollars"
  | "count"
  | "instant"
  | "choice"
  | "link"
  | "email"
  | "color"
  | "code"
  | "list";

export type DraftField = {
  id: string;
  value: unknown;
  error: string | null;
  isLocked: boolean;
  change: (value: unknown) => void;
};

/** A field of the draft: its value, its problem in words, and whether a sale has locked it. */
export function useDraftField(path: string, kind: FieldKind): DraftField {
  const { get, set, view, isChecked } = useDraftContext();
  const t = useTranslations("console.setUp.problems");
  const value = get(path);
  const isOfField = ({ field }: { field: string }) =>
    field === path || (kind !== "list" && field.startsWith(`${path}.`));
  const problem = view.problems.find(isOfField)?.problem;
  const isEmpty = value === undefined || value === "" || value === null;
  const isShown = problem !== undefined && (isChecked || (!isEmpty && problem !== "required"));
  const [topField] = path.split(".");
  return {
    id: toFieldId(path),
    value,
    error: isShown ? t(toMessageKey(kind, problem)) : null,
    isLocked: view.lockedFields.includes(topField ?? ""),
    change: (next) => set(path, next),
  };
}

export function toFieldId(path: string): string {
  return `draft-${path.replace(/[^\w-]/g, "-")}`;
}

const generalProblems = [
  "required",
  "duplicate",
  "reserved",
  "locked",
  "out-of-order",
  "contradictory",
  "not-in-coins",
  "not-in-draw",
] as const;

type GeneralProblem = (typeof generalProblems)[number];

/** Problems without a message of their own get the message of the field's kind, such as 'enter an amount'. */
function toMessageKey(kind: FieldKind, problem: FieldProblemKey): GeneralProblem | FieldKind {
  return generalProblems.find((each) => each === problem) ?? kind;
}
