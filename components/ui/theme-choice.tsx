"use client";

import { useTheme } from "next-themes";
import { useId, useSyncExternalStore } from "react";

import { Icon } from "./icon";
import type { IconName } from "./icon-names";
import type { Theme } from "./theme";
import { themes } from "./theme";

type Properties = { legend: string; labels: Record<Theme, string> };

const icons: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon" };

const neverChanges = () => () => undefined;

/** The choice of this browser, which the server does not know, and how to change it. */
function useChosenTheme() {
  const { theme = "system", setTheme } = useTheme();
  const isBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return { chosen: isBrowser ? theme : "system", choose: setTheme };
}

/** The three modes as one group of radio buttons. */
export function ThemeChoice({ legend, labels }: Properties) {
  const name = useId();
  const { chosen, choose } = useChosenTheme();
  return (
    <fieldset className="inline-flex rounded-full border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">{legend}</legend>
      {themes.map((theme) => (
        <label
          key={theme}
          title={labels[theme]}
          className="relative flex size-11 items-center justify-center rounded-full has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={chosen === theme}
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
