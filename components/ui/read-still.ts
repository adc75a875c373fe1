/**
 * Reads a still part from the HTML of this page as it now is; null where it has none. The data of a page that was asked
 * for anew does not hold it.
 */
export async function readStill(name: string): Promise<{ __html: string } | null> {
  const answer = await fetch(window.location.href);
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const html = page.querySelector(`[data-still="${name}"]`)?.innerHTML;
  return html === undefined ? null : { __html: html };
}
