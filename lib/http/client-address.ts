/**
 * The client's address, taken from `X-Forwarded-For` only as far as our own proxies wrote it: with `hops` trusted proxies
 * the address is the one that the outermost of them saw. Null when no proxy is trusted or the header is too short.
 */
export function clientAddressOf(headers: Headers, hops: number): string | null {
  if (hops === 0) return null;
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  const address = chain.at(-hops);
  return address && /^[0-9a-f.:]{3,45}$/i.test(address) ? address : null;
}
