/** The place in the header for the account menu, which the console fills once it knows who is signed in. */
export const accountMenuId = "account-menu";
