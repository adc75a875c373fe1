/** Formats `north-gate_2` as "North gate 2". Opaque ids of other programs stay as they are. */
export function formatId(id: string): string {
  if (!/^[a-z]/.test(id)) return id;
  const text = id.replace(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
