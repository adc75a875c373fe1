"use client";

import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";

type StillMarkupProps = { name: string; id: string };
type Markup = { __html: string };

// For when React draws anew what it finds no markup of in the document any more, as after an error.
const known = new Map<string, Markup>();

const empty: Markup = { __html: "" };

function readMarkup(name: string): Markup | null {
  const found = document.querySelector(`[data-still="${name}"]`);
  const markup = known.get(name) ?? (found ? { __html: found.innerHTML } : null);
  if (markup) known.set(name, markup);
  return markup;
}

function KeptMarkup({ name, id }: StillMarkupProps) {
  const [markup, setMarkup] = useState(() => readMarkup(name));
  // A part that the page had not at first is read like one that became another.
  const shownId = useRef(markup ? id : null);
  useEffect(() => {
    if (shownId.current === id) return;
    let isOver = false;
    const change = (next: Markup | null) => {
      if (isOver || !next) return;
      shownId.current = id;
      known.set(name, next);
      setMarkup(next);
    };
    // Without an answer the part stays as it was.
    import("./read-still").then(({ readStill }) => readStill(name)).then(change, () => undefined);
    return () => {
      isOver = true;
    };
  }, [name, id]);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup, as it stands in the document
    <div data-still={name} className="contents" suppressHydrationWarning dangerouslySetInnerHTML={markup ?? empty} />
  );
}

/** Draws a still part from the server's store, and in the browser leaves it as the server drew it. */
export function StillMarkup({ name, id }: StillMarkupProps) {
  if (typeof window !== "undefined") return <KeptMarkup name={name} id={id} />;
  const { tirageStillParts: parts } = globalThis as { tirageStillParts?: { get(id: string): { drawn: ReactNode } } };
  const part = parts?.get(id);
  if (!part) throw new Error("A still part is drawn that was not kept.");
  return (
    <div data-still={name} className="contents">
      {part.drawn}
    </div>
  );
}
