const maxLength = 64;

/** A draw's id from its name, as `spring-50-50` from “Spring 50/50”. Empty if the name has no letter or digit. */
export function toDrawId(name: string): string {
  const words =
    name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  return words.join("-").toLowerCase().slice(0, maxLength).replace(/-$/, "");
}
