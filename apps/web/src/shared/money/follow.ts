/**
 * Polling interval of a payment that can still change. Live events arrive sooner; polling is for networks that block
 * them.
 *
 * @returns milliseconds, or false once the payment is final
 */
export const refetchWhileOpen = ({
  state: { data },
}: {
  state: { data: { nextMoves: readonly unknown[] } | undefined };
}): number | false => (data && data.nextMoves.length > 0 ? 10_000 : false);
