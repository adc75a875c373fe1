/** Label under which a draw's payment credentials are sealed: a seal of one draw does not open for another. */
export function secretsLabel(drawId: string): string {
  return `draw:${drawId}:api-keys`;
}
