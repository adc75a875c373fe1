/**
 * Next's own page for addresses outside of every language is shown to nobody (next.config.ts leads all of them to
 * ours), but a part of each page's data: the smaller, the better.
 */
export default function NotFound() {
  return null;
}
