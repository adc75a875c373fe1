"use client";

import { useTranslations } from "next-intl";

import { playSound, wakeSound } from "@/components/terminal/shell/play-sound";
import { changeSettings, shouldAutoPrint, useTabletSettings } from "@/components/terminal/shell/tablet-settings";
import { Card } from "@/components/ui/card";

type SettingProps = { name: "print" | "sounds" | "keys"; isOn: boolean; onChange: (isOn: boolean) => void };

function Setting({ name, isOn, onChange }: SettingProps) {
  const t = useTranslations("terminal.settings");
  const hint = `setting-${name}-hint`;
  return (
    <div>
      <label className="tick font-medium">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t(`${name}.title`)}</span>
      </label>
      <p id={hint} className="hint pl-9">
        {t(`${name}.hint`)}
      </p>
    </div>
  );
}

export function AutoPrintSetting({ printer }: { printer: string }) {
  const settings = useTabletSettings();
  const isOn = shouldAutoPrint(settings, printer);
  return <Setting name="print" isOn={isOn} onChange={(printsAtOnce) => changeSettings({ printsAtOnce })} />;
}

export function SellingSettings({ printer }: { printer: string }) {
  const t = useTranslations("terminal.settings");
  const { hasSounds, hasKeys } = useTabletSettings();
  const setSounds = (isOn: boolean) => {
    changeSettings({ hasSounds: isOn });
    wakeSound();
    void playSound("sold");
  };
  return (
    <Card aria-labelledby="selling-settings" className="grid gap-4">
      <h2 id="selling-settings" className="text-xl">
        {t("title")}
      </h2>
      <AutoPrintSetting printer={printer} />
      <Setting name="sounds" isOn={hasSounds} onChange={setSounds} />
      <Setting name="keys" isOn={hasKeys} onChange={(isOn) => changeSettings({ hasKeys: isOn })} />
    </Card>
  );
}
