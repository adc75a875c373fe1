/** `north-gate_2` becomes "North gate 2"; another program's opaque id stays as it is. */
export function readableId(id: string): string {
  if (!/^[a-z]/.test(id)) return id;
  const words = id.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
