import { tintOf } from "@/lib/draws/rules.color";

import type { EmailContent } from "./rules.email";

/** Colours of a mail on a light ground; its style sheet has those of the dark one. */
export const colors = {
  ink: "#1d1517",
  muted: "#5e5355",
  line: "#dfd7d2",
  edge: "#8a7d80",
  tear: "#cfc8c4",
  brand: "#b30d22",
  brandOnDark: "#ff868c",
  shade: "#8d0a1a",
  page: "#f6f3f0",
  paper: "#ffffff",
  darkPaper: "#211a1c",
};

/** What a table needs that only places things. */
export const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** The letters of a mail: those of the reader's own machine. */
export const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Outlook knows no greatest width. */
export const outlook = {
  open: '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: "<!--[if mso]></td></tr></table><![endif]-->",
};

/** For programs that take no type from the elements around a cell. */
const typeStyles = `body,td,h1,h2,p,a{${font}}`;

// Mail programs that follow the reader's dark theme read this; the others keep to the styles on the elements.
const darkStyles = (words: string) => `@media (prefers-color-scheme:dark){
.page{background:#151011!important}.paper{background:${colors.darkPaper}!important;
border-color:#3b3033!important}
.ink{color:#f8f1ef!important}.muted{color:#bdb0b1!important}.line{border-color:#3b3033!important}
.second{border-color:#857679!important}
.tear{background:${colors.darkPaper}!important;border-color:#5b4d50!important}.own{color:${words}!important}
.tint{background:${tintOf(words, colors.darkPaper)}!important}
.link{color:${colors.brandOnDark}!important}.mark{background:#38290d!important;color:#f5c877!important}
.good{background:#14301f!important;color:#8fdcaa!important}}`;

/** On a phone the words have the room of the margins; on the narrowest every line of details may break. */
const narrowStyles = `@media (max-width:520px){.edge{padding:10px 8px 20px!important}
.block{padding:20px!important}.pad{padding-left:20px!important;padding-right:20px!important}
.panel{padding:18px 16px!important}.value{padding-right:10px!important;font-size:13px!important}
.about{font-size:16px!important}}
@media (max-width:359px){.value span{white-space:normal!important}}`;

/** The style sheet of a mail, for what no style on an element can say. */
export function stylesOf({ words }: EmailContent): string {
  const dark = darkStyles(words?.dark ?? colors.brandOnDark);
  return `<style>:root{color-scheme:light dark}${typeStyles}${dark}${narrowStyles}</style>`;
}

/** The draw's own colour for words on light paper. */
export function ownWords({ words }: EmailContent): string {
  return words?.light ?? colors.brand;
}

/** The colour of words on an area in the charity's colour. */
export function inkOn({ ground }: EmailContent): string {
  return ground?.ink ?? "#ffffff";
}

/** The charity's colours, where it has its own, for an area with words. */
export function shadesOf(email: EmailContent): string {
  return `background:${email.ground?.base ?? colors.brand};color:${inkOn(email)}`;
}
