"use client";

import { useTranslations } from "next-intl";

import { saveFile } from "@/components/console/save-file";
import { useActions } from "@/components/console/use-actions";
import { Button } from "@/components/ui/button";
import { exportDefinition } from "@/lib/drafts/client";

type ExportButtonProps = {
  drawId: string;
  source: "stored" | "draft";
  /** Saves what was typed, and tells whether everything is saved. */
  flush?: () => Promise<boolean>;
};

/** Downloads a definition that the set-up and an import take again. */
export function ExportButton({ drawId, source, flush }: ExportButtonProps) {
  const t = useTranslations("console.setUp.export");
  const { getButtonState, outcome, run } = useActions<"export">(async () => undefined);
  const download = async () => {
    if (flush && !(await flush())) return;
    const answer = await run(
      "export",
      () => exportDefinition(drawId, source),
      () => "",
    );
    if (!answer?.ok) return;
    saveFile(new Blob([JSON.stringify(answer.body, null, 2)], { type: "application/json" }), `${drawId}.json`);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {outcome}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" {...getButtonState("export")} onClick={download}>
          {t("label")}
        </Button>
        <p className="min-w-[min(12rem,100%)] flex-1 text-muted text-sm">{t("text")}</p>
      </div>
    </div>
  );
}
