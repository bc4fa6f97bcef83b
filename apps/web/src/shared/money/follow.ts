/**
 * How often to ask again for a payment that can still change. Live events arrive sooner; this is for a network that lets none through.
 *
 * @returns milliseconds, or false once it has ended
 */
export const refetchWhileOpen = ({
  state: { data },
}: {
  state: { data: { nextMoves: readonly unknown[] } | undefined };
}): number | false => (data && data.nextMoves.length > 0 ? 10_000 : false);
