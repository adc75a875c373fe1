// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let heard: number[] = [];

class FakeAudio {
  state = "running";
  currentTime = 0;
  destination = {};
  resume = () => Promise.resolve();
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    connect: () => undefined,
  });
  createOscillator = () => {
    const frequency = { value: 0 };
    const start = () => heard.push(frequency.value);
    return { type: "", frequency, start, stop: () => undefined, connect: <Next>(next: Next) => next };
  };
}

async function load() {
  vi.resetModules();
  return { ...(await import("./play-sound")), ...(await import("./tablet-settings")) };
}

beforeEach(() => {
  heard = [];
  localStorage.clear();
  vi.stubGlobal("AudioContext", FakeAudio);
});

afterEach(() => vi.unstubAllGlobals());

it("plays after a touch, with different sounds for sold and declined", async () => {
  const { wakeSound, playSound } = await load();
  wakeSound();
  await playSound("sold");
  const sold = heard;
  heard = [];
  await playSound("declined");
  expect(sold).toHaveLength(2);
  expect(heard).toHaveLength(2);
  expect(Math.min(...sold)).toBeGreaterThan(Math.max(...heard));
});

it("is silent before a touch, on a muted tablet, and in a browser without sound", async () => {
  const early = await load();
  await early.playSound("sold");
  const mute = await load();
  mute.changeSettings({ hasSounds: false });
  mute.wakeSound();
  await mute.playSound("sold");
  vi.stubGlobal("AudioContext", undefined);
  localStorage.clear();
  const old = await load();
  old.wakeSound();
  await old.playSound("sold");
  expect(heard).toEqual([]);
});

it("lets the sale go on even if the tablet can't play it", async () => {
  class BrokenAudio extends FakeAudio {
    override createOscillator = () => {
      throw new DOMException("no audio device", "InvalidStateError");
    };
  }
  vi.stubGlobal("AudioContext", BrokenAudio);
  const { wakeSound, playSound } = await load();
  wakeSound();
  await expect(playSound("declined")).resolves.toBeUndefined();
});

it("can be muted at any time", async () => {
  const { wakeSound, playSound, changeSettings } = await load();
  wakeSound();
  changeSettings({ hasSounds: false });
  await playSound("sold");
  expect(heard).toEqual([]);
});
