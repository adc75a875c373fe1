/** Key of the chosen colour mode in local storage (docs/design.md, Colour mode); nothing stored means the system's. */
export const themeStorageKey = "theme";

/**
 * Sets the colour mode on the root element before the first paint. One constant text, so that its hash is the same
 * on every page: the browser script that changes the mode later writes the same class and `color-scheme`.
 */
export const themeScript = `(()=>{let mode=null;try{mode=localStorage.getItem(${JSON.stringify(themeStorageKey)})}catch{}if(mode!=="light"&&mode!=="dark")mode=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";const root=document.documentElement;root.classList.remove("light","dark");root.classList.add(mode);root.style.colorScheme=mode})()`;
