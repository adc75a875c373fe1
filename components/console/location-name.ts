/** A location as words, because only its id is stored: "north-gate" reads "North gate". */
export function getLocationName(locationId: string): string {
  const words = locationId.replace(/[-_]+/g, " ").trim();
  return words === "" ? locationId : words.charAt(0).toUpperCase() + words.slice(1);
}
