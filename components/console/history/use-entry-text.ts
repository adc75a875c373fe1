import { useLocale, useTranslations } from "next-intl";

import { consoleZone } from "@/components/console/console-zone";
import { getLocationName } from "@/components/console/location-name";
import { useRoleLabels } from "@/components/console/use-console-text";
import { useDrawTitle } from "@/components/console/use-draw-titles";
import { useOrganizers } from "@/components/console/use-organizers";
import { useFormatters } from "@/components/ui/use-formatters";
import { readPersonOperator } from "@/lib/audit/rules";
import { exportReasons } from "@/lib/console/orders/rules";
import type { Draw } from "@/lib/draws/schema";
import type { HistoryActor, HistoryEntry } from "@/lib/history/rules";
import { getChainSubject, isHistoryKind } from "@/lib/history/rules";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { roles, toScope } from "@/lib/people/rules.roles";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

/** The draw's title, the organizer's name for its tablets, or people or keys. */
export function useChainLabel(): (chain: string, title: LocalText | null) => string {
  const t = useTranslations("console.history");
  const locale = useLocale();
  const getTitle = useDrawTitle(true);
  const { getName } = useOrganizers();
  return (chain, title) => {
    const subject = getChainSubject(chain);
    if (subject === "draws") return title === null ? (getTitle(chain) ?? chain) : localText(title, locale).text;
    if (subject !== "tablets") return t(`groups.${subject}`);
    return t("chains.tablets", { name: getName(chain.slice("parent:".length)) });
  };
}

export function useActorLabel(ownId: string | null): (who: HistoryActor) => string {
  const t = useTranslations("console.history.actors");
  return ({ key, kind, name, operator }) => {
    switch (kind) {
      case "person":
        return readPersonOperator(key) === ownId
          ? t("you")
          : (name ?? t("person", { id: readPersonOperator(key) ?? "" }));
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

/** A change of only a draw's winners has its own name. */
export function useKindLabel(): (entry: Pick<HistoryEntry, "action"> & Partial<HistoryEntry>) => string {
  const t = useTranslations("console.history");
  return ({ action, detail }) => {
    if (detail && isWinnerChange(detail)) {
      const [before, after] = [listWinners(detail.winnersBefore), listWinners(detail.winnersAfter)];
      if (after.length > before.length && before.every((one) => after.includes(one))) return t("winnersRecorded");
      if (before.length > after.length && after.every((one) => before.includes(one))) return t("winnersRemoved");
      return t("winnersCorrected");
    }
    return isHistoryKind(action) ? t(`kinds.${action}`) : t("other");
  };
}

/** Stored in an entry of a draw without winners. */
const noWinners = "none";

/** The stored text separates winners by semicolons. */
function listWinners(text: Detail | undefined): string[] {
  return text === noWinners ? [] : String(text).split("; ");
}

function isWinnerChange({ fields, winnersAfter }: HistoryEntry["detail"]): boolean {
  return fields === "winners" && winnersAfter !== undefined;
}

/** `dates.0` counts as one of `dates`. */
export function useFieldLabel(): (field: string) => string {
  const t = useTranslations("console.history.fields");
  return (field) => {
    const name = (field.split(".")[0] ?? "") as keyof Draw;
    return t.has(name) ? t(name) : field;
  };
}

type Detail = HistoryEntry["detail"][string];

/** The entry's own text already names these, or they are ids that mean nothing to a reader. */
const hiddenDetailKeys = new Set(["person", "device", "role", "scope", "parent", "draw", "passkey", "session"]);

const dateDetailKeys = new Set(["restoredTo", "expires"]);

const prizeTypes = { "Grand Prize": "Grand Prize", "Early Bird": "Early Bird", "Add On": "Add On" } as const;

export function useDetailLines(): (entry: HistoryEntry) => string[] {
  const t = useTranslations("console.history.details");
  const valueText = useValueText();
  const grantLabel = useGrantLabel();
  return ({ person, device, action, detail }) => {
    const lines = Object.entries(detail).flatMap(([key, value]) => {
      if (hiddenDetailKeys.has(key) || (key === "revision" && value === 1)) return [];
      if (isWinnerChange(detail) && (key === "fields" || value === noWinners)) return [];
      const name = key as Parameters<typeof t>[0];
      const text = valueText(key, value);
      return t.has(name) ? t(name, { value: text }) : `${key}: ${text}`;
    });
    const subjects = [person, device, action.startsWith("role-") ? grantLabel(detail) : null]
      .filter(Boolean)
      .join(" · ");
    return subjects ? [subjects, ...lines] : lines;
  };
}

function useGrantLabel(): (detail: HistoryEntry["detail"]) => string | null {
  const getRoleLabels = useRoleLabels();
  return ({ role, scope, parent, draw }) => {
    const knownRole = roles.find((name) => name === role);
    if (!knownRole) return null;
    const kind = scope as RoleGrant["scope"]["kind"];
    const { name, place } = getRoleLabels({ role: knownRole, scope: toScope(kind, String(parent ?? draw ?? "")) });
    return `${name} · ${place}`;
  };
}

function useValueText(): (key: string, value: Detail) => string {
  const t = useTranslations("console.history.values");
  const tPrizeTypes = useTranslations("draw.prizeTypes");
  const fieldLabel = useFieldLabel();
  const locale = useLocale();
  const { dollars, number } = useFormatters();
  const list = (items: string[]) => [...new Set(items)].join(", ");
  const formatWinners = (text: string) =>
    text.replace(/Grand Prize|Early Bird|Add On/g, (type) => tPrizeTypes(prizeTypes[type as keyof typeof prizeTypes]));
  const valueLabels: Record<string, string> = {
    ...{ instant: t("instant"), "wall-clock": t("wallClock"), endsAt: t("endsAt"), refundLimit: t("refundLimit") },
    ...{ none: t("none"), main: t("main"), browser: t("browser") },
  };
  return (key, value) => {
    if (value === null || value === "") return t("none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (key === "amountCents") return dollars(toDollars(Number(value)));
    if (typeof value === "number") return number(value);
    if (key === "location") return getLocationName(value);
    if (dateDetailKeys.has(key)) return formatInstant(value, locale, consoleZone, "record");
    if (key === "fields" || key === "dates") return list(value.split(", ").map(fieldLabel));
    if (key === "rights") return list(value.split(" ").map((right) => getRightText(right)));
    if (key === "reason") return getReasonText(value);
    if (key.startsWith("winners") && value !== "none") return formatWinners(value);
    return valueLabels[value] ?? value;
  };

  function getReasonText(reason: string): string {
    const knownReason = exportReasons.find((exportReason) => exportReason === reason);
    return knownReason ? t(`exportReasons.${knownReason}`) : reason;
  }

  function getRightText(right: string): string {
    const name = `rights.${right}` as Parameters<typeof t>[0];
    return t.has(name) ? t(name) : right;
  }
}
