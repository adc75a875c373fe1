import { describe, expect, it } from "vitest";

import { isValidationUrl, toApplePayOffer } from "./rules";

const path = "/paymentservices/startSession";

describe("isValidationUrl", () => {
  it.each([
    `https://apple-pay-gateway.apple.com${path}`,
    "https://apple-pay-gateway.apple.com/paymentservices/paymentSession",
    `https://apple-pay-gateway-cert.apple.com${path}`,
    `https://cn-apple-pay-gateway.apple.com${path}`,
    `https://apple-pay-gateway-nc-pod5.apple.com${path}`,
    `https://apple-pay-gateway-pr-pod1-dr.apple.com${path}`,
  ])("accepts %s", (url) => expect(isValidationUrl(url)).toBe(true));

  it.each([
    ["nothing", ""],
    ["plain http", `http://apple-pay-gateway.apple.com${path}`],
    ["no scheme", `//apple-pay-gateway.apple.com${path}`],
    ["a port", `https://apple-pay-gateway.apple.com:8443${path}`],
    ["the default port written out", `https://apple-pay-gateway.apple.com:443${path}`],
    ["a user", `https://user@apple-pay-gateway.apple.com${path}`],
    ["Apple as the user", `https://apple-pay-gateway.apple.com@evil.example${path}`],
    ["Apple as user and password", `https://apple-pay-gateway.apple.com:443@evil.example${path}`],
    ["Apple as a subdomain", `https://apple-pay-gateway.apple.com.evil.example${path}`],
    ["a subdomain of Apple's", `https://x.apple-pay-gateway.apple.com${path}`],
    ["another host of Apple's", `https://www.apple.com${path}`],
    ["the host of a mistyped list", `https://apple-pay-gateway-apple.com${path}`],
    ["a pod that there is not", `https://apple-pay-gateway-nc-pod6.apple.com${path}`],
    ["a trailing dot", `https://apple-pay-gateway.apple.com.${path}`],
    ["capitals", `https://APPLE-PAY-GATEWAY.apple.com${path}`],
    ["a letter like another", `https://аpple-pay-gateway.apple.com${path}`],
    ["a wide letter", `https://ａpple-pay-gateway.apple.com${path}`],
    ["an escaped host", `https://apple-pay-gateway%2Eapple.com${path}`],
    ["an escaped slash", `https://evil.example%2F@apple-pay-gateway.apple.com${path}`],
    ["a backslash", `https://evil.example\\@apple-pay-gateway.apple.com${path}`],
    ["an address", `https://17.171.78.7${path}`],
    ["this machine", `https://127.0.0.1${path}`],
    ["this machine in IPv6", `https://[::1]${path}`],
    ["this machine as a number", `https://2130706433${path}`],
    ["a metadata service", "http://169.254.169.254/latest/meta-data/"],
    ["another path", "https://apple-pay-gateway.apple.com/paymentservices/other"],
    ["a path further", `https://apple-pay-gateway.apple.com${path}/..`],
    ["two slashes", `https://apple-pay-gateway.apple.com/${path}`],
    ["a query", `https://apple-pay-gateway.apple.com${path}?x=1`],
    ["a fragment", `https://apple-pay-gateway.apple.com${path}#x`],
    ["a space", ` https://apple-pay-gateway.apple.com${path}`],
    ["a line end", `https://apple-pay-gateway.apple.com${path}\n`],
    ["a file", "file:///etc/passwd"],
    ["the name of a method", "constructor"],
  ])("refuses %s", (_what, url) => expect(isValidationUrl(url)).toBe(false));
});

describe("offerApplePay", () => {
  const settings = { merchantId: "merchant.example", displayName: "Example", domain: "example.ca", key: "secret" };

  it("tells the browser only what it needs", () => {
    expect(toApplePayOffer({ ...settings, scriptUrl: null })).toEqual({
      merchantId: "merchant.example",
      displayName: "Example",
    });
    expect(toApplePayOffer({ ...settings, scriptUrl: "http://localhost:3100/s.js" })?.scriptUrl).toContain("3100");
    expect(toApplePayOffer(null)).toBeNull();
  });
});
