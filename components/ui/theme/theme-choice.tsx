"use client";

import { useId } from "react";

import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import type { Theme } from "./theme";
import { themes } from "./theme";
import { useThemeChoice } from "./theme-sync";

type ThemeChoiceProps = { legend: string; labels: Record<Theme, string> };

const icons: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon" };

const modeClass =
  "relative flex size-11 items-center justify-center rounded-full has-checked:bg-sunken " +
  "has-focus-visible:outline-3 has-focus-visible:outline-focus";

export function ThemeChoice({ legend, labels }: ThemeChoiceProps) {
  const name = useId();
  const { theme: selectedTheme, choose } = useThemeChoice();
  return (
    <fieldset className="inline-flex rounded-full border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">{legend}</legend>
      {themes.map((theme) => (
        <label key={theme} title={labels[theme]} className={modeClass}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={selectedTheme === theme}
            onChange={() => choose(theme)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full"
          />
          <Icon name={icons[theme]} />
          <span className="sr-only">{labels[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}
