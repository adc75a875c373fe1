/** Nobody sees it (next.config.ts leads unknown addresses to ours), but it is a part of each page's data. */
export default function NotFound() {
  return null;
}
