type Channels = readonly [number, number, number];

export type BackgroundColors = { base: string; shade: string; ink: string };

const white: Channels = [1, 1, 1];
const black: Channels = [0, 0, 0];

export function computeContrastRatio(left: string, right: string): number {
  return computeChannelContrast(parseColor(left), parseColor(right));
}

/** `ink` is white or black, whichever contrasts more (at least 4.58:1). `shade` contrasts even more. */
export function computeBackgroundColors(color: string): BackgroundColors {
  const base = parseColor(color);
  const isLight = computeChannelContrast(base, black) > computeChannelContrast(base, white);
  const [ink, opposite] = isLight ? [black, white] : [white, black];
  const shade = base.map((part, index) => part * 0.76 + (opposite[index] ?? 0) * 0.24) as unknown as Channels;
  return { base: formatColor(base), shade: formatColor(shade), ink: formatColor(ink) };
}

export type Accent = { fill: string; shade: string; words: string };

/** The contrast to reach on white. It exceeds 4.5, because other light backgrounds are darker than white. */
const onWhite = 5.6;
const onDark = { ground: parseColor("#211a1c"), fill: 3.1, words: 6.5 };
const underWhiteWords = 4.58;

type Test = (mixed: Channels) => boolean;

function darkenUntil(base: Channels, isEnough: Test): Channels {
  for (let share = 1; share > 0; share -= 0.02) {
    const mixed = base.map((part) => part * share) as unknown as Channels;
    if (isEnough(mixed)) return mixed;
  }
  return black;
}

/** Adds white and saturation, because a colour mixed only with white looks grey. */
function lightenUntil(base: Channels, isEnough: Test): Channels {
  if (isEnough(base)) return base;
  const [least, most] = [Math.min(...base), Math.max(...base)];
  const middle = (least + most) / 2;
  const range = Math.min(middle, 1 - middle);
  const spread = range > 0 ? Math.min(1.5, (2 * range) / (most - least || 1)) : 1;
  for (let share = 0; share < 1; share += 0.02) {
    const light = middle + (1 - middle) * share;
    const room = range > 0 ? Math.min(light, 1 - light) / range : 0;
    const mixed = base.map((part) => light + (part - middle) * spread * room) as unknown as Channels;
    if (isEnough(mixed)) return mixed;
  }
  return white;
}

function createAccent(fill: Channels, words: Channels): Accent {
  const shade = fill.map((part) => part * 0.76) as unknown as Channels;
  return { fill: formatColor(fill), shade: formatColor(shade), words: formatColor(words) };
}

/**
 * Reaches WCAG 2.2, 1.4.3 and 1.4.11: 4.5:1 for words and for white words on a fill, 3:1 for a fill beside the
 * background.
 */
export function computeAccents(color: string): { light: Accent; dark: Accent } {
  const channels = parseColor(color);
  const forLight = darkenUntil(channels, (mixed) => computeChannelContrast(mixed, white) >= onWhite);
  const seen = lightenUntil(channels, (mixed) => computeChannelContrast(mixed, onDark.ground) >= onDark.fill);
  const fill = darkenUntil(seen, (mixed) => computeChannelContrast(mixed, white) >= underWhiteWords);
  const words = lightenUntil(channels, (mixed) => computeChannelContrast(mixed, onDark.ground) >= onDark.words);
  return { light: createAccent(forLight, forLight), dark: createAccent(fill, words) };
}

/** The share of the colour in a tinted background. With more, words in the same colour would be unreadable on it. */
const tintShare = 0.1;

export function computeTint(color: string, paper: string): string {
  const [channels, ground] = [parseColor(color), parseColor(paper)];
  const mixed = ground.map((part, index) => part + ((channels[index] ?? 0) - part) * tintShare) as unknown as Channels;
  return formatColor(mixed);
}

export type CharityDraw = { charity?: { color?: string } };

export function getCharityBackground({ charity }: CharityDraw): BackgroundColors | null {
  return charity?.color ? computeBackgroundColors(charity.color) : null;
}

export function getCharityTextColors({ charity }: CharityDraw): { light: string; dark: string } | null {
  if (!charity?.color) return null;
  const { light, dark } = computeAccents(charity.color);
  return { light: light.words, dark: dark.words };
}

function parseColor(color: string): Channels {
  const digits = color.slice(1);
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const at = (from: number) => Number.parseInt(long.slice(from, from + 2), 16) / 255;
  return [at(0), at(2), at(4)];
}

function toHexDigits(channel: number): string {
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, "0");
}

function formatColor(channels: Channels): string {
  return `#${channels.map(toHexDigits).join("")}`;
}

function computeLuminance(channels: Channels): number {
  const [red, green, blue] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function computeChannelContrast(left: Channels, right: Channels): number {
  const [dark = 0, light = 0] = [computeLuminance(left), computeLuminance(right)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}
