"use client";

import { DrawingFields, PrizeLists } from "./prize-lists";

/** What can be won in the main draw, and how winners are drawn. */
export function PrizesStep() {
  return (
    <>
      <PrizeLists path="prizes" />
      <DrawingFields prefix="" />
    </>
  );
}
