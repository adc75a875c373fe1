export type PaymentPageOptions =
  | { command: "list"; inventory: string | null }
  | { command: "check"; page: URL; inventory: string | null; scripts: string[]; frames: string[] };

export function parsePaymentPageOptions(args: readonly string[]): PaymentPageOptions | null {
  const rest = [...args];
  const parsed: ParsedOptions = { page: null, inventory: null, scripts: [], frames: [], isList: false };
  while (rest.length > 0) if (!takeWord(rest, parsed)) return null;
  const { page, inventory, scripts, frames, isList } = parsed;
  if (isList) return page || scripts.length + frames.length > 0 ? null : { command: "list", inventory };
  return page ? { command: "check", page, inventory, scripts, frames } : null;
}

function readUrl(text: string | undefined): URL | null {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

type ParsedOptions = {
  page: URL | null;
  inventory: string | null;
  scripts: string[];
  frames: string[];
  isList: boolean;
};

function takeWord(rest: string[], parsed: ParsedOptions): boolean {
  const word = rest.shift();
  if (word === "--list") {
    parsed.isList = true;
    return true;
  }
  if (word === "--inventory" && parsed.inventory === null) {
    parsed.inventory = rest.shift() ?? null;
    return parsed.inventory !== null;
  }
  const url = readUrl(word === "--script" || word === "--frame" ? rest.shift() : word);
  if (url && word === "--script") parsed.scripts.push(url.origin + url.pathname);
  else if (url && word === "--frame") parsed.frames.push(url.origin);
  else if (url && !parsed.page) parsed.page = url;
  else return false;
  return true;
}
