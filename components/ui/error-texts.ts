/** What the error screen says and where its button leads, in the language of the page. */
export type ErrorTexts = {
  homeUrl: string;
  heading: string;
  goHome: string;
  notFound: string;
  failed: string;
  tryAgain: string;
  noScript: string;
};
