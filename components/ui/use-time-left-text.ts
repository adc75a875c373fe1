import { useTranslations } from "next-intl";

/**
 * Formats "9m 05s", which can't be mistaken for a time of day. Rounds down, because server answers are dated to the
 * second.
 */
export function useTimeLeftText(): (ms: number) => string {
  const t = useTranslations("live.units");
  return (ms) => {
    const seconds = Math.floor(ms / 1000);
    const minutes = Math.floor(seconds / 60);
    const rest = minutes > 0 ? String(seconds % 60).padStart(2, "0") : String(seconds);
    const parts = [...(minutes > 0 ? [t("minutes", { n: String(minutes) })] : []), t("seconds", { n: rest })];
    return parts.join("\u00a0");
  };
}
