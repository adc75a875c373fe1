export const ownReasons = {
  framework: "React and Next's runtime: they show the page and load its other parts.",
  polyfills: "Language features for old browsers; those that know modules do not load it.",
  lists: "Next's lists of what the build has, which its router reads.",
  page: "Code of our own pages that comes with them: choosing tickets, typing details, paying, reading an order.",
  "on demand":
    "Parts of our own pages that load when they are needed: the card form's driver, paying, Apple Pay, live sales, " +
    "messages, icons, confetti, App Check's SDK.",
  pixel: "Counts a visit by a charity's pixel, in a frame with an origin of its own, after consent (decision 033).",
};

/** lib/platform/csp/inline-scripts.mjs checks the scripts' forms. */
export const inlineReasons = {
  theme: "Sets light or dark before the first paint; the script of next-themes, known by its hash.",
  data: "Next's data of the page (`self.__next_f.push([…])`): JSON in one call, another one on every page, so no hash.",
  start: "The list of scripts that start the page (`TURBOPACK.push({…})`): JSON in one call.",
};

const changes = "Its provider changes it under this address and offers none whose content stays.";

/** Exact URLs without a query, or folders that end in `/`. */
export const foreignScripts = [
  {
    url: "https://libs.na.bambora.com/customcheckout/1/customcheckout.js",
    where: "page",
    when: "BAMBORA_SCRIPT_URL names it; loaded once the page is idle",
    reason: "Bambora's Custom Checkout: puts the card fields into frames of Bambora, so that no card passes here.",
    whyNoHash: `${changes} Only the major version can be named (docs/bambora.md).`,
  },
  ...["https://www.google.com/recaptcha/api.js", "https://www.google.com/recaptcha/enterprise.js"].map((url) => ({
    url,
    where: "page",
    when: "App Check is on; its SDK loads one of the two",
    reason: "Starts reCAPTCHA, by which App Check tells a browser from a program (decision 038).",
    whyNoHash: changes,
  })),
  {
    url: "https://www.gstatic.com/recaptcha/",
    where: "page",
    when: "App Check is on",
    reason: "reCAPTCHA itself, which the script before loads from a folder of its release.",
    whyNoHash: "Google names each release's folder anew.",
  },
  {
    url: "https://connect.facebook.net/",
    where: "frame",
    when: "a draw has a pixel and its visitor allowed it",
    reason: "Meta's pixel, in the frame of pixel.js, which can read nothing of the page (decision 033).",
    whyNoHash: changes,
  },
];

/** Hosts, or folders that end in `/`. */
export const foreignFrames = [
  {
    url: "https://libs.na.bambora.com",
    when: "always: the host of the card script; BAMBORA_EXTRA_HOSTS may name more",
    reason: "Bambora's card fields: the number, the expiry and the security code are typed into them.",
  },
  ...["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"].map((url) => ({
    url,
    when: "App Check is on",
    reason: "reCAPTCHA's own frame, which shows its badge and its questions (decision 038).",
  })),
];
