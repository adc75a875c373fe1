import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkTexts } from "./check-texts";

const head = `
import type { ReactNode } from "react";
type Translate = ((key: string, values?: object) => string) & { rich: (key: string, values?: object) => ReactNode };
declare const t: Translate;
declare const isBusy: boolean;
declare const count: number;
declare const names: string[];
declare const slot: ReactNode;
declare function Icon(): React.JSX.Element;
declare function Mark(): React.JSX.Element | null;
declare function Words(): React.JSX.Element | string;
declare function Rich(): ReactNode;
`;

const refused = [
  "<b>{isBusy ? <i /> : null}{t('pay')}</b>",
  "<b>{isBusy && <i />} Pay</b>",
  "<b><Mark /> Pay</b>",
  "<b><Mark /><Words /></b>",
  "<b><>{t('pay')}</><Mark /></b>",
  "<b>{count} <i /></b>",
  "<b>{t('pay', { count })} </b>",
  "<b><Icon />{t('pay', { count })}</b>",
  "<b><Icon />{isBusy ? t('busy') : t('pay')}</b>",
  "<b>{names.map((name) => name)}</b>",
  "<b>{isBusy ? t.rich('busy') : t('pay')}</b>",
  "<b>{t.rich('pay', { count })} <i /></b>",
  "<b><Rich />{isBusy ? <i /> : null}</b>",
];

const accepted = [
  "<b>{isBusy ? t('busy') : t('pay')}</b>",
  "<b>{t('pay', { count })}</b>",
  "<b>{t.rich('pay')}</b>",
  "<b>{isBusy ? <i /> : null}<span>{t('pay')}</span></b>",
  "<b><Icon /> {t('pay')} <i /></b>",
  "<b>{isBusy ? <i /> : null} {slot}</b>",
  "<b>{names.map((name) => <i key={name}>{name}</i>)}<Mark /></b>",
  "<b><Words /></b>",
];

/** The folder is in the repository, because the files need its types. */
function linesFound(drawn: readonly string[]): number[] {
  mkdirSync(".cache", { recursive: true });
  const root = mkdtempSync(join(process.cwd(), ".cache/texts-"));
  try {
    mkdirSync(join(root, "components"));
    const options = { jsx: "react-jsx", strict: true, module: "esnext", moduleResolution: "bundler", noEmit: true };
    writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["**/*.tsx"] }));
    const lines = drawn.map((markup, index) => `export const Drawn${index} = () => ${markup};`);
    writeFileSync(join(root, "components/drawn.tsx"), `${lines.join("\n")}\n${head}`);
    return checkTexts(root, ["components"]).map((error) => Number(error.split(":")[1]));
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe("checkTexts", () => {
  test("finds bare words that change, or beside what comes and goes", () => {
    const found = new Set(linesFound(refused));
    expect(refused.filter((_, index) => !found.has(index + 1))).toEqual([]);
  });

  test("leaves alone what React replaces whole, and words that stay", () => {
    expect(linesFound(accepted).map((line) => accepted[line - 1])).toEqual([]);
  });
});
