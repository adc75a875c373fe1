const parameter = "enableLogging";

export function isLogging(): boolean {
  if (typeof window === "undefined") return false;
  return new URLSearchParams(window.location.search).get(parameter) === "true";
}
