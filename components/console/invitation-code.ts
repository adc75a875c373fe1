const storageKey = "tirage-invitation";

/**
 * Moves the code of an invitation's link from the address and the history into the tab, where a reload and a change of
 * language find it.
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
    // Without storage, the page has it as long as it lives.
  }
}

export function forgetInvitationCode(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}
