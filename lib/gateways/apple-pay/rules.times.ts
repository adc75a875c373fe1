/** After this time, the browser reads the order instead of waiting for the answer. */
export const applePaymentTimeoutMs = 30_000;
