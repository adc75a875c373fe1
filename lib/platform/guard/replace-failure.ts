import "server-only";

import type { ServerResponse } from "node:http";

import type { FailurePage } from "./failure-page";

type Written = Parameters<ServerResponse["write"]>;
type Ended = Parameters<ServerResponse["end"]>;

/** What the answer says of the body that is not sent. */
const droppedHeaders = ["content-encoding", "etag", "link", "transfer-encoding"];

function isFailure(response: ServerResponse, status: number): boolean {
  return status === 500 && String(response.getHeader("content-type")).startsWith("text/html");
}

function callbackIn(given: readonly unknown[]): (() => void) | undefined {
  return given.find((part): part is () => void => typeof part === "function");
}

/**
 * Sends another page in place of the HTML of a failed one (500); every other answer passes unchanged. Its headers must
 * be set with `setHeader`. Must be called before anything else wraps the response, because compression writes through
 * this.
 */
export function replaceFailure(response: ServerResponse, makePage: () => FailurePage): void {
  const { writeHead, write, end } = response;
  let page: FailurePage | null = null;

  response.writeHead = ((status: number, ...rest: never[]) => {
    if (response.headersSent || !isFailure(response, status)) return writeHead.call(response, status, ...rest);
    page = makePage();
    for (const name of droppedHeaders) response.removeHeader(name);
    for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
    return writeHead.call(response, status);
  }) as typeof writeHead;

  // Node sends the head with the first of the body; it has to know before what body that is.
  function pageInstead(): FailurePage | null {
    if (!response.headersSent && isFailure(response, response.statusCode)) response.writeHead(response.statusCode);
    return page;
  }

  response.write = ((...given: Written) => {
    return pageInstead() ? write.call(response, "", "utf8", callbackIn(given)) : write.apply(response, given);
  }) as typeof write;

  response.end = ((...given: Ended) => {
    const instead = pageInstead();
    if (!instead || response.writableEnded) return end.apply(response, given);
    return end.call(response, instead.html, "utf8", callbackIn(given));
  }) as typeof end;
}
