import { useLocale, useTranslations } from "next-intl";

import { consoleZone } from "@/components/console/console-zone";
import { useFormatters } from "@/components/ui/use-formatters";
import type { Draw } from "@/lib/draws/schema";
import type { LeafValue, PoolTitles, ValueChange } from "@/lib/history/rules.revision";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

import { useFieldLabel } from "./use-entry-text";

const prizeTypePattern = /Grand Prize|Early Bird|Add On/;

function usePrizeText(): (text: string) => string {
  const t = useTranslations("draw.prizeTypes");
  return (text) => text.replace(prizeTypePattern, (type) => t(type as Parameters<typeof t>[0]));
}

type PathOfChange = Pick<ValueChange, "path" | "items">;

/** Labels a path from index `from` on. An item without a name gets its position, from 1. */
export function usePathLabel(): (change: PathOfChange, from?: number) => string {
  const fieldLabel = useFieldLabel();
  const t = useTranslations("console.history.nestedFields");
  const languages = useTranslations("language");
  const prizeText = usePrizeText();
  const locale = useLocale();
  const itemLabel = (part: string, name: ValueChange["items"][number]["name"]) =>
    name === null ? String(Number(part) + 1) : prizeText(localText(name, locale).text);
  return ({ path, items }, from = 0) => {
    const findItem = (depth: number) => items.find((each) => each.depth === depth);
    const labels = path.map((part, depth) => {
      const item = findItem(depth);
      if (item) return itemLabel(part, item.name);
      if (depth === 0) return fieldLabel(part);
      if (part === "en" || part === "fr") return languages(part);
      const field = part as Parameters<typeof t>[0];
      return t.has(field) ? t(field) : prizeText(part);
    });
    // The teams of a group in `teams`, or a group that is itself called "Teams", would repeat what was just said.
    const isRepeated = (depth: number) =>
      depth > from && ((path[depth] === path[0] && !findItem(depth)) || labels[depth] === labels[depth - 1]);
    return labels.filter((_, depth) => depth >= from && !isRepeated(depth)).join(" › ");
  };
}

const dollarFields = new Set(["price", "jackpotTotal", "maxJackpot"]);

const fileFields = new Set(["icon", "logo", "url", "carousel_urls", "licensePDF"]);

/** A value as its field has it: a file is told by its own name, a second draw by its title. */
export function useLeafText(pools: PoolTitles): (value: LeafValue, path: readonly string[]) => string {
  const t = useTranslations("console.history.values");
  const locale = useLocale();
  const { number, dollars } = useFormatters();
  const prizeText = usePrizeText();
  return (value, path) => {
    const field = path.findLast((part) => !/^(?:\d+|en|fr)$/.test(part)) ?? "";
    if (value === null || value === "") return t("none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "number") {
      if (field === "number" || field === "winningTicketNumber") return String(value);
      return dollarFields.has(field) ? dollars(value) : number(value);
    }
    if (field === "prizeType") return prizeText(value);
    if (field === "once") return t(`once.${value as NonNullable<Draw["once"]>}`);
    if (field === "poolId") return value === "main" ? t("main") : localText(pools[value] ?? value, locale).text;
    if (fileFields.has(field)) return value.slice(value.lastIndexOf("/") + 1);
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? formatInstant(value, locale, consoleZone, "dated") : value;
  };
}

/** An item that was added or removed, in a line, from the changes of its values. */
export function useItemText(pools: PoolTitles): (changes: readonly ValueChange[], depth: number) => string {
  const t = useTranslations("console.history.revision");
  const locale = useLocale();
  const pathLabel = usePathLabel();
  const leafText = useLeafText(pools);
  const formatChange = ({ before, after, path }: ValueChange) => leafText(after ?? before, path);
  const fieldText = (change: ValueChange, depth: number) =>
    t("field", { label: pathLabel(change, depth + 1), value: formatChange(change) });
  return (changes, depth) => {
    const [first] = changes;
    if (!first) return "";
    if (first.path.length === depth + 1) return formatChange(first);
    const byField = Object.fromEntries(changes.map((change) => [change.path[depth + 1], change]));
    const { prizeType, number, drawnAt, poolId, soldOnPaper } = byField;
    if (prizeType && number && drawnAt) {
      const prize = formatChange(prizeType);
      const shownPrize = locale === "fr" ? prize.charAt(0).toLowerCase() + prize.slice(1) : prize;
      const details = [
        ...(poolId && (poolId.after ?? poolId.before) !== "main" ? [fieldText(poolId, depth)] : []),
        ...(soldOnPaper ? [fieldText(soldOnPaper, depth)] : []),
      ];
      const winner = t("winner", { prize: shownPrize, number: formatChange(number), date: formatChange(drawnAt) });
      return [winner, ...details].join(" · ");
    }
    const name = pathLabel({ path: first.path.slice(0, depth + 1), items: first.items }, depth);
    return [name, ...changes.map((change) => fieldText(change, depth))].join(" · ");
  };
}
