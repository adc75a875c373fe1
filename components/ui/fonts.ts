import localFont from "next/font/local";

const sans = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-inter",
  weight: "100 900",
});

const display = localFont({
  src: "../../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  variable: "--font-bricolage",
  weight: "200 800",
});

/** Class for `<html>` that makes both families known to the `font-sans` and `font-display` tokens. */
export const fontVariables = `${sans.variable} ${display.variable}`;
