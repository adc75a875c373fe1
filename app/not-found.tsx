/**
 * Never shown, because next.config.ts sends unknown URLs to our own page. Small, because Next includes it in each
 * page's data.
 */
export default function NotFound() {
  return null;
}
