import { useMatch } from '@tanstack/react-router';

/** Path of the page that renders. While another page is loading, the URL is already that of the other page. */
export function useOwnPath(): string {
  return useMatch({ strict: false, select: ({ pathname }) => pathname });
}
