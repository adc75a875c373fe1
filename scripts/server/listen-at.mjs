import { Server } from "node:http";

/** Lets servers that name a port but no host listen at this host. Undefined means every interface. */
export function listenAt(host) {
  const { listen } = Server.prototype;
  Server.prototype.listen = function listenThere(...place) {
    const namesPort = /^\d+$/.test(String(place[0]));
    // A port may be followed by a host, a backlog and a callback. An undefined host counts as none.
    if (namesPort && typeof place[1] !== "string") place.splice(1, place[1] === undefined ? 1 : 0, host);
    return listen.apply(this, place);
  };
}
