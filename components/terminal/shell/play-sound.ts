import { readSettings } from "./tablet-settings";

export type SoundName = "sold" | "declined";

type Tone = { hertz: number; atMs: number; lengthMs: number };

const sounds: Record<SoundName, readonly Tone[]> = {
  sold: [
    { hertz: 880, atMs: 0, lengthMs: 80 },
    { hertz: 1320, atMs: 70, lengthMs: 110 },
  ],
  declined: [
    { hertz: 330, atMs: 0, lengthMs: 160 },
    { hertz: 220, atMs: 170, lengthMs: 260 },
  ],
};

const volume = 0.25;

let audio: AudioContext | null = null;

/** Must be called within a touch or key press, because browsers play no sound before one. */
export function wakeSound(): void {
  if (!readSettings().hasSounds || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => undefined);
}

function playTone(context: AudioContext, { hertz, atMs, lengthMs }: Tone): void {
  const from = context.currentTime + atMs / 1000;
  const to = from + lengthMs / 1000;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = hertz;
  // An abrupt begin or end clicks.
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.01);
  gain.gain.linearRampToValueAtTime(0, to);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(to);
}

/** Resolves when the sound has been played, and at once on a mute tablet. Never fails. */
export function playSound(name: SoundName): Promise<void> {
  const context = audio;
  if (!readSettings().hasSounds || context?.state !== "running") return Promise.resolve();
  const tones = sounds[name];
  try {
    for (const tone of tones) playTone(context, tone);
  } catch {
    // A failed sound must not stop the sale.
    return Promise.resolve();
  }
  const lengthMs = Math.max(...tones.map(({ atMs, lengthMs }) => atMs + lengthMs));
  return new Promise((resolve) => setTimeout(resolve, lengthMs));
}
