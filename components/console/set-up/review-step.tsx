"use client";

import { useTranslations } from "next-intl";
import type { DraftEditor } from "@/components/console/set-up/form/use-draft";
import { PreviewPanel } from "@/components/console/set-up/preview-panel";
import { useActions } from "@/components/console/use-actions";
import { ConfirmStep } from "@/components/ui/confirm-step";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { discardDraft, publishDraft } from "@/lib/drafts/client";
import type { DraftCheck } from "@/lib/drafts/rules.checks";
import type { DraftStep } from "@/lib/drafts/rules.steps";

type ReviewStepProps = {
  editor: DraftEditor;
  onOpenStep: (step: DraftStep) => void;
  onPublished: () => void;
  onDiscarded: () => void;
};

/** The check list, and the button that opens sales or publishes changes. */
export function ReviewStep({ editor, onOpenStep, onPublished, onDiscarded }: ReviewStepProps) {
  const t = useTranslations("console.setUp.review");
  const { view, state, flush } = editor;
  const { busy, outcome, publish, discard } = useReviewActions(editor, { onPublished, onDiscarded });
  const blocking = view.checks.filter(({ level }) => level === "blocks");
  const warnings = view.checks.filter(({ level }) => level === "warns");
  const purpose = view.opensSales ? "open" : "change";
  const isReady = blocking.length === 0 && !view.isOutdated && state.kind === "saved";
  return (
    <>
      {view.isOutdated ? <Notice tone="danger" title={t("outdated")} /> : null}
      {blocking.length > 0 ? (
        <CheckList
          title={t(`blocking.${purpose}`, { count: blocking.length })}
          checks={blocking}
          onOpenStep={onOpenStep}
        />
      ) : (
        <p className="flex gap-2 font-semibold">
          <Icon name="check" className="mt-0.5 size-5 text-positive" />
          <span>{t(`ready.${purpose}`)}</span>
        </p>
      )}
      {warnings.length > 0 ? <CheckList title={t("warnings")} checks={warnings} onOpenStep={onOpenStep} /> : null}
      {view.isNew ? <LockedSummary /> : null}
      <PreviewPanel editor={editor} />
      {outcome}
      <div className="flex flex-wrap gap-3 [&>fieldset]:w-full">
        <ConfirmStep
          label={t(`publish.${purpose}`)}
          question={t(`question.${purpose}`)}
          yes={t(`publish.${purpose}`)}
          no={t("cancel")}
          busy={busy === "publish"}
          isDisabled={!isReady || busy === "discard"}
          onYes={async () => (await flush()) && publish()}
        />
        <ConfirmStep
          label={t("discard")}
          variant="quiet"
          question={t(view.isNew ? "discardNewQuestion" : "discardQuestion")}
          yes={t("discard")}
          no={t("cancel")}
          busy={busy === "discard"}
          isDisabled={busy === "publish"}
          onYes={discard}
        />
      </div>
    </>
  );
}

function useReviewActions(
  { view }: DraftEditor,
  { onPublished, onDiscarded }: Pick<ReviewStepProps, "onPublished" | "onDiscarded">,
) {
  const t = useTranslations("console.setUp.review");
  const { getButtonState, outcome, run } = useActions<"publish" | "discard">(async () => undefined);
  const { drawId, revision } = view;
  const publish = async () => {
    const answer = await run(
      "publish",
      () => publishDraft(drawId, revision),
      () => t("published"),
    );
    if (answer?.ok) onPublished();
  };
  const discard = async () => {
    const answer = await run(
      "discard",
      () => discardDraft(drawId, revision),
      () => t("discarded"),
    );
    if (answer?.ok) onDiscarded();
  };
  const busy = (["publish", "discard"] as const).find((name) => getButtonState(name).busy) ?? null;
  return { busy, outcome, publish, discard };
}

type CheckListProps = { title: string; checks: readonly DraftCheck[]; onOpenStep: (step: DraftStep) => void };

function CheckList({ title, checks, onOpenStep }: CheckListProps) {
  const t = useTranslations("console.setUp");
  const provinces = useTranslations("checkout.provinces");
  const getText = ({ id, values = {} }: DraftCheck) => {
    const { province } = values;
    return t(`checks.${id}`, { ...values, ...(province ? { province: provinces(province as "ON") } : {}) } as never);
  };
  return (
    <section className="grid grid-cols-1 gap-2" aria-label={title}>
      <h3 className="font-semibold text-lg">{title}</h3>
      <ul className="divide-y divide-line rounded-control border border-line px-4">
        {checks.map((check) => (
          <li key={`${check.id} ${check.field}`} className="flex flex-wrap items-center gap-x-3 py-2">
            <Icon
              name="alert"
              className={`size-5 shrink-0 ${check.level === "blocks" ? "text-danger" : "text-warning"}`}
            />
            <span className="min-w-0 flex-[1_1_12rem]">{getText(check)}</span>
            <button type="button" className="min-h-11 underline" onClick={() => onOpenStep(check.step)}>
              {t("openStep", { step: t(`steps.${check.step}`) })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LockedSummary() {
  const t = useTranslations("console.setUp.review");
  return (
    <section className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold text-lg">{t("lockTitle")}</h3>
      <p>{t("lockText")}</p>
    </section>
  );
}
