// Without one here Next takes that of the repository around it.
export function register() {}
