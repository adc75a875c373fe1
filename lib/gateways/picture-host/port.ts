import type { PictureType } from "./rules";

export type HostedPicture =
  | { kind: "picture"; bytes: Uint8Array; type: PictureType }
  | { kind: "unavailable"; problem: string };

export type PictureHost = {
  /** `address` is an https URL, or a path on this site. */
  get: (address: string) => Promise<HostedPicture>;
};
