"use client";

import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useState } from "react";
import { DraftProvider } from "@/components/console/set-up/form/draft-context";
import { useDraft } from "@/components/console/set-up/form/use-draft";
import { useQueryFilter } from "@/components/console/use-query-filter";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import { useLazyPart } from "@/components/ui/use-lazy-part";
import type { DraftStep } from "@/lib/drafts/rules.steps";
import { draftSteps, findStep } from "@/lib/drafts/rules.steps";
import type { DraftView } from "@/lib/drafts/rules.views";
import type { DraftContent } from "@/lib/drafts/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import { ExportButton } from "./export-button";
import { ReviewStep } from "./review-step";
import { loadNamedFields, SaveStatus } from "./save-status";
import { BasicsStep } from "./steps/basics-step";
import { BuyersStep } from "./steps/buyers-step";
import { DatesStep } from "./steps/dates-step";
import { ImagesStep } from "./steps/images-step";
import { OptionsStep } from "./steps/options-step";
import { PaymentsStep } from "./steps/payments-step";
import { PrizesStep } from "./steps/prizes-step";
import { SecondStep } from "./steps/second-step";
import { TeamsStep } from "./steps/teams-step";
import { TextsStep } from "./steps/texts-step";
import { TicketsStep } from "./steps/tickets-step";

export type ShownStep = DraftStep | "review";

export const shownSteps: readonly ShownStep[] = [...draftSteps, "review"];

export const stepForms: Record<DraftStep, () => ReactElement> = {
  basics: BasicsStep,
  dates: DatesStep,
  tickets: TicketsStep,
  prizes: PrizesStep,
  second: SecondStep,
  teams: TeamsStep,
  buyers: BuyersStep,
  texts: TextsStep,
  images: ImagesStep,
  options: OptionsStep,
  payments: PaymentsStep,
};

type DraftFormProps = {
  view: DraftView;
  renderHeading: (content: DraftContent) => ReactNode;
  onPublished: () => void;
  onDiscarded: () => void;
};

/** The steps of a set-up, one at a time. The address names the step, so that Back goes to the one before. */
export function DraftForm({ view: initial, renderHeading, onPublished, onDiscarded }: DraftFormProps) {
  const t = useTranslations("console.setUp");
  const editor = useDraft(initial);
  // What had a value and a problem when the draft was opened, so nobody is just typing it.
  const problems = initial.problems.filter(({ problem }) => problem !== "required");
  const [query, changeQuery] = useQueryFilter(["step"]);
  const [checkedSteps, setCheckedSteps] = useState<readonly ShownStep[]>([]);
  const step = shownSteps.find((each) => each === query.step) ?? "basics";
  const next = shownSteps[shownSteps.indexOf(step) + 1];
  const open = (to: ShownStep) => {
    setCheckedSteps([...new Set([...checkedSteps, step, ...(to === "review" ? draftSteps : [])])]);
    void editor.flush();
    changeQuery({ step: to });
    focusId("set-up-step");
  };
  const StepForm = step === "review" ? null : stepForms[step];
  return (
    <DraftProvider editor={editor} isChecked={checkedSteps.includes(step)}>
      {renderHeading(editor.content)}
      <SaveStatus />
      {problems.length + initial.droppedFields.length > 0 ? (
        <EarlierProblems problems={problems} droppedFields={initial.droppedFields} onOpenStep={open} />
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <StepMenu current={step} view={editor.view} checked={checkedSteps} onOpen={open} />
        <Card aria-labelledby="set-up-step" className="grid grid-cols-1 gap-6">
          <h2 id="set-up-step" tabIndex={-1} className="text-2xl">
            {t(`steps.${step}`)}
          </h2>
          {StepForm ? <StepForm /> : null}
          {step === "review" ? (
            <ReviewStep editor={editor} onOpenStep={open} onPublished={onPublished} onDiscarded={onDiscarded} />
          ) : null}
          {next ? (
            <Button className="justify-self-start" onClick={() => open(next)}>
              {t("next", { step: t(`steps.${next}`) })}
            </Button>
          ) : null}
        </Card>
      </div>
      <ExportButton drawId={editor.view.drawId} source="draft" flush={editor.flush} />
    </DraftProvider>
  );
}

type EarlierProblemsProps = {
  problems: readonly FieldProblem[];
  droppedFields: readonly string[];
  onOpenStep: (step: DraftStep) => void;
};

function EarlierProblems(props: EarlierProblemsProps) {
  const fields = useLazyPart(loadNamedFields);
  return fields ? <fields.UnfitFields {...props} /> : null;
}

type StepMenuProps = {
  current: ShownStep;
  view: DraftView;
  checked: readonly ShownStep[];
  onOpen: (step: ShownStep) => void;
};

function StepMenu({ current, view, checked, onOpen }: StepMenuProps) {
  const t = useTranslations("console.setUp");
  const hasProblem = (step: ShownStep) =>
    view.problems.some(({ field }) => findStep(field) === step) ||
    view.checks.some((check) => check.level === "blocks" && check.step === step);
  return (
    <nav aria-label={t("stepsLabel")} className="md:sticky md:top-4">
      <ol className="flex flex-wrap gap-1 md:grid">
        {shownSteps.map((step, index) => {
          const isMarked = checked.includes(step) && hasProblem(step);
          return (
            <li key={step}>
              <button
                type="button"
                aria-current={step === current ? "step" : undefined}
                className="flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-left aria-[current=step]:bg-brand-soft aria-[current=step]:font-semibold"
                onClick={() => onOpen(step)}
              >
                <span className="tabular text-muted text-sm">{index + 1}</span>
                <span>{t(`steps.${step}`)}</span>
                {isMarked ? (
                  <>
                    <Icon name="alert" className="size-4 shrink-0 text-danger" />
                    <span className="sr-only">{t("hasProblems")}</span>
                  </>
                ) : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
