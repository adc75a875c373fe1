import { useLocale, useTranslations } from "next-intl";

import { consoleZone } from "@/components/console/console-zone";
import { useRoleWords } from "@/components/console/use-console-words";
import { useFormatters } from "@/components/ui/use-formatters";
import { exportReasons } from "@/lib/console/orders/rules";
import type { HistoryActor, HistoryEntry } from "@/lib/history/rules";
import { isHistoryKind, subjectOf } from "@/lib/history/rules";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { roles, toScope } from "@/lib/people/rules.roles";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

/** Where an entry belongs: a draw by its title, or the tablets, people or keys. */
export function useChainWords(): (chain: string, title: LocalText | null) => string {
  const t = useTranslations("console.history");
  const locale = useLocale();
  return (chain, title) => {
    const subject = subjectOf(chain);
    if (subject === "draws") return title === null ? chain : localText(title, locale).text;
    return subject === "tablets" ? t("chains.tablets", { id: chain.slice("parent:".length) }) : t(`groups.${subject}`);
  };
}

export function useActorWords(ownId: string | null): (who: HistoryActor) => string {
  const t = useTranslations("console.history.actors");
  return ({ key, kind, name, operator }) => {
    switch (kind) {
      case "person":
        return key === `person:${ownId}` ? t("you") : (name ?? t("person", { id: key.slice("person:".length) }));
      case "key":
        return t("key", { name: name ?? key.slice("key:".length) });
      case "admin":
        return name ? t("claimed", { name }) : t("admin");
      case "device": {
        const device = name ?? t("device");
        return operator ? t("operated", { device, operator }) : device;
      }
      default:
        return t(kind);
    }
  };
}

export function useKindWords(): (action: string) => string {
  const t = useTranslations("console.history");
  return (action) => (isHistoryKind(action) ? t(`kinds.${action}`) : t("other"));
}

/** Names a field of a draw in words. `dates.0` is one of `dates`. */
export function useFieldWords(): (field: string) => string {
  const t = useTranslations("console.history.fields");
  return (field) => {
    const name = (field.split(".")[0] ?? "") as Parameters<typeof t>[0];
    return t.has(name) ? t(name) : field;
  };
}

type Detail = HistoryEntry["detail"][string];

/** Details that the text before them already names, and ids that tell a reader nothing. */
const silent = new Set(["person", "device", "role", "scope", "parent", "draw", "passkey", "session"]);

const moments = new Set(["restoredTo", "expires"]);

const prizes = { "Grand Prize": "Grand Prize", "Early Bird": "Early Bird", "Add On": "Add On" } as const;

/** The details of an entry in words, one line each. */
export function useDetailWords(): (entry: HistoryEntry) => string[] {
  const t = useTranslations("console.history.details");
  const wordsOf = useValueWords();
  const grantOf = useGrantWords();
  return ({ person, device, action, detail }) => {
    const lines = Object.entries(detail).flatMap(([key, value]) => {
      if (silent.has(key) || (key === "revision" && value === 1)) return [];
      const name = key as Parameters<typeof t>[0];
      const words = wordsOf(key, value);
      return t.has(name) ? t(name, { value: words }) : `${key}: ${words}`;
    });
    const about = [person, device, action.startsWith("role-") ? grantOf(detail) : null].filter(Boolean).join(" · ");
    return about ? [about, ...lines] : lines;
  };
}

function useGrantWords(): (detail: HistoryEntry["detail"]) => string | null {
  const wordsOf = useRoleWords();
  return ({ role, scope, parent, draw }) => {
    const known = roles.find((name) => name === role);
    if (!known) return null;
    const kind = scope as RoleGrant["scope"]["kind"];
    const { name, place } = wordsOf({ role: known, scope: toScope(kind, String(parent ?? draw ?? "")) });
    return `${name} · ${place}`;
  };
}

function useValueWords(): (key: string, value: Detail) => string {
  const t = useTranslations("console.history.values");
  const prizeWords = useTranslations("draw.prizeTypes");
  const fieldOf = useFieldWords();
  const locale = useLocale();
  const { dollars, number } = useFormatters();
  const list = (words: string[]) => [...new Set(words)].join(", ");
  const winnersOf = (text: string) =>
    text.replace(/Grand Prize|Early Bird|Add On/g, (type) => prizeWords(prizes[type as keyof typeof prizes]));
  const words: Record<string, string> = {
    ...{ instant: t("instant"), "wall-clock": t("wallClock"), endsAt: t("endsAt") },
    ...{ none: t("none"), main: t("main"), browser: t("browser") },
  };
  return (key, value) => {
    if (value === null || value === "") return t("nothing");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (key === "amountCents") return dollars(toDollars(Number(value)));
    if (typeof value === "number") return number(value);
    if (moments.has(key)) return formatInstant(value, locale, consoleZone, "record");
    if (key === "fields" || key === "dates") return list(value.split(", ").map(fieldOf));
    if (key === "rights") return list(value.split(" ").map((right) => rightOf(right)));
    if (key === "reason") return reasonOf(value);
    if (key.startsWith("winners") && value !== "none") return winnersOf(value);
    return words[value] ?? value;
  };

  function reasonOf(reason: string): string {
    const known = exportReasons.find((one) => one === reason);
    return known ? t(`exportReasons.${known}`) : reason;
  }

  function rightOf(right: string): string {
    const name = `rights.${right}` as Parameters<typeof t>[0];
    return t.has(name) ? t(name) : right;
  }
}
