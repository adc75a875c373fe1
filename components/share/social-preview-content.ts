import { canadianDollars } from "@/components/ui/figures";
import type { BackgroundColors } from "@/lib/draws/pages/rules.color";
import { getCharityBackground } from "@/lib/draws/pages/rules.color";
import { getPrizeStage } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { getSchedule } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";

export type SocialPreviewContent = {
  organization: string;
  title: string;
  label: string;
  prize: string;
  closes: string;
  when: string;
  call: string;
  mark: string;
  ground: BackgroundColors;
};

export const brandGround: BackgroundColors = { base: "#d5122a", shade: "#a80a1e", ink: "#ffffff" };

/** Characters of the card's fonts: English and French, other Latin letters, Canadian syllabics. */
const latin = String.raw`\x20-\x7e\xa0-\xa3\xa5-\xac\xae-\xff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c\u201d\u2026\u20ac`;
const otherLatin =
  String.raw`\u0100-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126-\u012b\u012e-\u0131\u0136\u0137\u0139-\u013e` +
  String.raw`\u0141-\u0148\u014a-\u014d\u0150\u0151\u0154-\u015b\u015e-\u0161\u0164\u0165\u0168-\u017e`;
const syllabics = String.raw`\u1400-\u167f\u18b0-\u18f5`;

/** The card's renderer would fetch fonts from elsewhere for these characters, so they are removed. */
const unsupportedCharacters = new RegExp(`[^${latin}${otherLatin}${syllabics}]`, "gu");

const letter = /(?![\ufe00-\ufe0f\u20e3])[\p{L}\p{M}\p{N}]/u;

const narrowSpaces = /[\u2000-\u200a\u202f]/g;

export function toPlainText(text: string, maxLength: number): string {
  const supportedText = text.normalize("NFC").replace(narrowSpaces, "\u00a0").replace(unsupportedCharacters, " ");
  const characters = Array.from(supportedText.replace(/ +/g, " ").trim());
  if (characters.length <= maxLength) return characters.join("");
  const start = characters.slice(0, maxLength - 1).join("");
  return `${start.trim()}…`;
}

/** Empty if a letter is unsupported, because a name without one of its letters is a different name. */
export function toPlainName(text: string, maxLength: number): string {
  const unsupported = text.normalize("NFC").match(unsupportedCharacters) ?? [];
  return unsupported.some((character) => letter.test(character)) ? "" : toPlainText(text, maxLength);
}

/** Rounds down to three digits of whole dollars, so that a card never promises too much. */
export function roundPrize(dollars: number): number {
  const whole = Math.floor(dollars);
  const step = 10 ** Math.max(0, String(whole).length - 3);
  return Math.floor(whole / step) * step;
}

function formatWholeDollars(dollars: number, locale: Language): string {
  return new Intl.NumberFormat(formatLocale(locale), { ...canadianDollars, maximumFractionDigits: 0 }).format(dollars);
}

type ShareInput = { draw: PublicDraw; live: LiveState; locale: Language; t: Translate };

function formatPrize({ draw, live, locale, t }: ShareInput): Pick<SocialPreviewContent, "label" | "prize"> {
  const grandPrize = draw.prizes["Grand Prize"]?.[0];
  if (live.prize !== null && live.prize >= 1) {
    const label = t(`draw.prizeWords.${getPrizeStage(draw, new Date(live.serverTime))}`);
    return { label, prize: formatWholeDollars(roundPrize(live.prize), locale) };
  }
  if (live.prize !== null || !grandPrize) return { label: "", prize: live.prize === null ? "" : t("share.half") };
  return { label: t("share.card.grandPrize"), prize: toPlainName(localText(grandPrize.description, locale).text, 60) };
}

function formatDate({ draw, live, locale, t }: ShareInput): string {
  const { opensAt, drawsAt } = getSchedule(draw);
  const formatDay = (at: Date) => formatInstant(at, locale, draw.timeZone, "day");
  if (live.reason === "draw-upcoming") return t("share.card.opens", { date: formatDay(opensAt) });
  const drawnAt = findMainWinner(draw)?.drawnAt;
  if (drawnAt) return t("draw.drawn", { date: formatDay(new Date(drawnAt)) });
  return draw.state.time_state === "Ended"
    ? t("share.card.closed")
    : t("share.card.draws", { date: formatDay(drawsAt) });
}

function formatClosing({ draw, live, locale, t }: ShareInput): string {
  if (!live.salesOpen) return "";
  return t("home.closes", { date: formatInstant(getSchedule(draw).closesAt, locale, draw.timeZone, "stamp") });
}

export function createShareCardContent(input: ShareInput): SocialPreviewContent {
  const { draw, live, locale, t } = input;
  const { label, prize } = formatPrize(input);
  const text = (value: LocalText, maxLength: number) => toPlainName(localText(value, locale).text, maxLength);
  return {
    organization: text(draw.organization, 60),
    title: text(draw.title, 64),
    label: toPlainText(label, 40),
    prize: toPlainText(prize, 60),
    closes: toPlainText(formatClosing(input), 60),
    when: toPlainText(formatDate(input), 60),
    call: live.salesOpen ? t("share.card.call") : "",
    mark: draw.isTestDraw ? t("draw.testMark") : "",
    ground: getCharityBackground(draw) ?? brandGround,
  };
}
