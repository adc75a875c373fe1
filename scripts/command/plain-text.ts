/** Removes control and direction characters, which could rewrite a terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

export function parsePlain(json: string): unknown {
  return JSON.parse(json, (_name, value) => (typeof value === "string" ? plain(value) : value));
}
