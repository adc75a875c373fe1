import { useEffect, useState, useSyncExternalStore } from "react";

/** Below this width the page is one column, and its sum scrolls out of sight (`lg`). */
const oneColumn = "(max-width: 63.99rem)";

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(oneColumn);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the page is one column. */
export function useIsOneColumn(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(oneColumn).matches,
    () => false,
  );
}

/** Of a screen, what is above the bar; and that with all of the page that has been scrolled past. */
const rooms = { seen: "0px 0px -72px", reached: "99999px 0px -72px" } as const;

/** Of a part's height: one of which the bar hides some is not there yet. */
const whole = 0.99;

/** Whether a part of the form is in a room. One room for each question: a jump past it is noticed too. */
export function useIsIn(room: keyof typeof rooms, id: string | null): boolean {
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    const part = id === null ? null : document.getElementById(id);
    if (!part) return;
    const observer = new IntersectionObserver((entries) => setIn((entries.at(-1)?.intersectionRatio ?? 0) >= whole), {
      rootMargin: rooms[room],
      threshold: whole,
    });
    observer.observe(part);
    return () => {
      observer.disconnect();
      setIn(false);
    };
  }, [room, id]);
  return isIn;
}
