import { useMatch } from '@tanstack/react-router';

/** Path of the page that renders. While another page is on its way, the address is that one's already. */
export function useOwnPath(): string {
  return useMatch({ strict: false, select: ({ pathname }) => pathname });
}
