/** After this time in ms the browser only asks for the outcome. */
export const applePaymentTimeoutMs = 30_000;
