/**
 * Never shown, because next.config.ts sends unknown addresses to our own page. Next includes it in each page's data.
 */
export default function NotFound() {
  return null;
}
