const storageKey = "tirage-invitation";

/**
 * Moves the code from the URL and the history into the tab's storage, where it survives a reload and a change of
 * language.
 */
export function takeInvitationCode(): string | null {
  const code = /^#code=([A-Za-z0-9-]{1,64})$/.exec(window.location.hash)?.[1];
  if (code) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    store(code);
    return code;
  }
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function store(code: string): void {
  try {
    window.sessionStorage.setItem(storageKey, code);
  } catch {
    // Without storage, the code lasts as long as the page.
  }
}

export function forgetInvitationCode(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage, there is nothing to clear.
  }
}
