/** What a page needs to offer Apple Pay; `scriptUrl` is the stand-in's, in demo mode alone. */
export type ApplePayOffer = { merchantId: string; displayName: string; scriptUrl?: string };
