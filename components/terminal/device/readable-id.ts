/**
 * An id as people read it: `north-gate_2` is "North gate 2". One that says nothing, as another program made it, stays
 * as it is.
 */
export function readableId(id: string): string {
  if (!/^[a-z]/.test(id)) return id;
  const words = id.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
