/** A colour as red, green and blue from 0 to 1. */
type Channels = readonly [number, number, number];

/** A ground in a draw's own colour: two shades of it, and the one for words, which can be read on both. */
export type Ground = { base: string; shade: string; ink: string };

const white: Channels = [1, 1, 1];
const black: Channels = [0, 0, 0];

function channelsOf(color: string): Channels {
  const digits = color.slice(1);
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const at = (from: number) => Number.parseInt(long.slice(from, from + 2), 16) / 255;
  return [at(0), at(2), at(4)];
}

function digitsOf(channel: number): string {
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, "0");
}

function writeColor(channels: Channels): string {
  return `#${channels.map(digitsOf).join("")}`;
}

function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(left: Channels, right: Channels): number {
  const [dark = 0, light = 0] = [luminanceOf(left), luminanceOf(right)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast of two colours (`#rgb` or `#rrggbb`) as WCAG 2 counts it, from 1 to 21. */
export function contrastOf(left: string, right: string): number {
  return contrast(channelsOf(left), channelsOf(right));
}

/**
 * The ground that a draw's colour makes. Its words are white or black, whichever reads better: at least 4.58 to 1. The
 * shade leads away from the words, so that they read better still.
 */
export function groundOf(color: string): Ground {
  const base = channelsOf(color);
  const isLight = contrast(base, black) > contrast(base, white);
  const [ink, away] = isLight ? [black, white] : [white, black];
  const shade = base.map((part, at) => part * 0.76 + (away[at] ?? 0) * 0.24) as unknown as Channels;
  return { base: writeColor(base), shade: writeColor(shade), ink: writeColor(ink) };
}

/** Of a draw, what tells whether its charity has a colour of its own. */
export type CharityDraw = { charity?: { color?: string } };

/** The ground in the colour of a draw's charity; null where it has none of its own. */
export function charityGroundOf({ charity }: CharityDraw): Ground | null {
  return charity?.color ? groundOf(charity.color) : null;
}
