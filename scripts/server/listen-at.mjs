import { Server } from "node:http";

/** Makes servers of this process that name a port and no host listen at `host`; undefined is every interface. */
export function listenAt(host) {
  const { listen } = Server.prototype;
  Server.prototype.listen = function listenThere(...place) {
    const namesPort = /^\d+$/.test(String(place[0]));
    // What may follow a port: a host, a length of the queue, what is called back; a host that is undefined is none.
    if (namesPort && typeof place[1] !== "string") place.splice(1, place[1] === undefined ? 1 : 0, host);
    return listen.apply(this, place);
  };
}
