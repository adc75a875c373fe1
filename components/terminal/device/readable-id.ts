/** Writes `north-gate_2` as "North gate 2". Another program's opaque id stays as it is. */
export function formatId(id: string): string {
  if (!/^[a-z]/.test(id)) return id;
  const text = id.replace(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
