const parameter = "enableLogging";

/** True on a page that was opened with `enableLogging=true`. */
export function isLogging(): boolean {
  if (typeof window === "undefined") return false;
  return new URLSearchParams(window.location.search).get(parameter) === "true";
}
