import { useTranslations } from "next-intl";

/**
 * Gives the time left, in ms, in minutes and seconds with their units: "9m 05s" can't be read as a time of day. The
 * second that has begun is left out: what a browser takes for the time left is up to one too much, as the server's
 * answers are dated to the second. Needs the words `live.units`.
 */
export function useTimeLeftWords(): (ms: number) => string {
  const t = useTranslations("live.units");
  return (ms) => {
    const seconds = Math.floor(ms / 1000);
    const minutes = Math.floor(seconds / 60);
    const rest = minutes > 0 ? String(seconds % 60).padStart(2, "0") : String(seconds);
    const parts = [...(minutes > 0 ? [t("minutes", { n: String(minutes) })] : []), t("seconds", { n: rest })];
    return parts.join("\u00a0");
  };
}
