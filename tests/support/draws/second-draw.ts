export function secondDraw(id: string, participatesInTeamStats: boolean) {
  return {
    id,
    type: "Prize raffle",
    title: id,
    participatesInTeamStats,
    ticketPackageInfo: [{ id: "two", tickets: 2, price: 7.5 }],
  };
}
