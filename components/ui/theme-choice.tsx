"use client";

import type { ReactNode } from "react";
import { useId, useSyncExternalStore } from "react";

import type { Theme } from "./theme";
import { chooseTheme, storedTheme, themes, watchTheme } from "./theme";

type Choice = { label: string; icon: ReactNode };
type Properties = { legend: string; choices: Record<Theme, Choice> };

function serverTheme(): Theme {
  return "system";
}

/** The three modes as one group of radio buttons; labels and icons come drawn from the server. */
export function ThemeChoice({ legend, choices }: Properties) {
  const name = useId();
  const chosen = useSyncExternalStore(watchTheme, storedTheme, serverTheme);
  return (
    <fieldset className="inline-flex rounded-full border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">{legend}</legend>
      {themes.map((theme) => (
        <label
          key={theme}
          title={choices[theme].label}
          className="relative flex size-11 items-center justify-center rounded-full has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full"
          />
          {choices[theme].icon}
          <span className="sr-only">{choices[theme].label}</span>
        </label>
      ))}
    </fieldset>
  );
}
