/** Defined in docs/design.md, Colour mode. */
export const themeSettings = {
  attribute: "class",
  storageKey: "theme",
  defaultTheme: "system",
  enableSystem: true,
  enableColorScheme: true,
};

const modes = ["light", "dark"];

// Copied from the package, because a bundler would rewrite it and other code has another hash. theme-script.test.ts
// renders the package and shows the current text.
const setMode =
  '(e,i,s,u,m,a,l,h)=>{let d=document.documentElement,w=["light","dark"];function p(n){(Array.isArray(e)?e:[e]).forEach(y=>{let k=y==="class",S=k&&a?m.map(f=>a[f]||f):m;k?(d.classList.remove(...S),d.classList.add(a&&a[n]?a[n]:n)):d.setAttribute(y,n)}),R(n)}function R(n){h&&w.includes(n)&&(d.style.colorScheme=n)}function c(){return window.matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}if(u)p(u);else try{let n=localStorage.getItem(i)||s,y=l&&n==="system"?c():n;p(y)}catch(n){}}';

/**
 * Sets the mode before the first paint. With `forced` it does so regardless of the visitor's choice.
 * @param {"light" | "dark"} [forced]
 * @returns {string}
 */
export function themeScript(forced) {
  const { attribute, storageKey, defaultTheme, enableSystem, enableColorScheme } = themeSettings;
  // next-themes writes null for what isn't set.
  const values = [attribute, storageKey, defaultTheme, forced ?? null, modes, null, enableSystem, enableColorScheme];
  return `(${setMode})(${JSON.stringify(values).slice(1, -1)})`;
}

/** All forms of the script. They are marked pure, so that browser bundles drop them. */
export const themeScripts = [
  /* @__PURE__ */ themeScript(),
  /* @__PURE__ */ themeScript("light"),
  /* @__PURE__ */ themeScript("dark"),
];
