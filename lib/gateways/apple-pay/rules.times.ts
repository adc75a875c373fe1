/** How long the call that charges is waited for, in ms: after that it can only be asked what became of it. */
export const applePaymentTimeoutMs = 30_000;
