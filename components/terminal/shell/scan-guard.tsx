"use client";

import { useEffect } from "react";
import { flushSync } from "react-dom";

/** A barcode scanner near a tablet must not type, choose or confirm anything. */
export function ScanGuard() {
  useEffect(watchScans, []);
  return null;
}

/** In ms between two keys. A scanner acts as a keyboard that is faster than any person. */
const scanGapMs = 35;

/** A key waits this long for the next one, because a slow tablet may get a scanner's second key late. */
const holdMs = 100;

const minScanLength = 6;

const suffixes = new Set(["Enter", "Tab"]);

const modifiers = new Set(["Shift", "Alt", "AltGraph", "CapsLock"]);

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type ControlSnapshot = { box: FormControl; value: string };

function findControl(target: EventTarget | null): ControlSnapshot | null {
  const isBox =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return isBox ? { box: target, value: target.value } : null;
}

function restoreControl({ box, value }: ControlSnapshot): void {
  if (box.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set?.call(box, value);
  box.dispatchEvent(new Event(box instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

let isWatching = false;
let count = 0;
let lastAt = Number.NEGATIVE_INFINITY;
let before: ControlSnapshot | null = null;
let heldActions: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function clearHeldActions(): void {
  clearTimeout(timer);
  heldActions = [];
}

function runHeldActions(): void {
  const actions = heldActions;
  clearHeldActions();
  // Each key must see the changes of the previous one.
  for (const act of actions) flushSync(act);
}

function onCharacter(event: KeyboardEvent, isFast: boolean): void {
  if (!isFast) {
    runHeldActions();
    count = 0;
    before = findControl(event.target);
  }
  count += 1;
  const isScan = count >= minScanLength;
  // A space would press a button before the scan is long enough to be recognized.
  if (isScan || (event.key === " " && count > 1 && !before)) swallow(event);
  if (!isScan) return;
  clearHeldActions();
  if (before) restoreControl(before);
}

/** Uses the event's own time, because a busy page gets keys late, and many at once. */
function onKey(event: KeyboardEvent): void {
  const isShortcut = event.metaKey || (event.ctrlKey && !event.altKey);
  if (event.repeat || event.isComposing || isShortcut || modifiers.has(event.key)) return;
  const isFast = event.timeStamp - lastAt < scanGapMs;
  lastAt = event.timeStamp;
  if (event.key.length === 1) onCharacter(event, isFast);
  else if (suffixes.has(event.key) && isFast && count >= minScanLength) swallow(event);
  else {
    runHeldActions();
    count = 0;
  }
}

/** Runs the action after a short wait, unless the next keys show that a scanner sent this one. */
export function holdKey(act: () => void): void {
  heldActions.push(act);
  clearTimeout(timer);
  if (isWatching) timer = setTimeout(runHeldActions, holdMs);
  else runHeldActions();
}

function watchScans(): () => void {
  isWatching = true;
  window.addEventListener("keydown", onKey, true);
  return () => {
    isWatching = false;
    clearHeldActions();
    window.removeEventListener("keydown", onKey, true);
  };
}
