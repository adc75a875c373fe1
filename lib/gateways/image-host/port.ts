import type { ImageType } from "./rules";

export type HostedImage =
  | { kind: "image"; bytes: Uint8Array; type: ImageType }
  | { kind: "unavailable"; problem: string };

export type ImageHost = {
  /** Takes an https URL, or a path on this site. */
  get: (url: string) => Promise<HostedImage>;
};
