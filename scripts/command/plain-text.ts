/** Text that people wrote, without the control and direction characters that could rewrite a terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Parses JSON whose texts are to be printed: each of them is plain. Throws for what is no JSON. */
export function parsePlain(json: string): unknown {
  return JSON.parse(json, (_name, value) => (typeof value === "string" ? plain(value) : value));
}
