import type { PictureType } from "./rules";

/** A picture as it was found, or why there is none. */
export type HostedPicture =
  | { kind: "picture"; bytes: Uint8Array; type: PictureType }
  | { kind: "unavailable"; problem: string };

/** Where the pictures of draws are: this site's own files, or another host. A call never throws for what is there. */
export type PictureHost = {
  /** Gets a picture by its https address, or by its path on this site. */
  get: (address: string) => Promise<HostedPicture>;
};
