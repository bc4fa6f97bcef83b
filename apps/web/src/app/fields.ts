/** What an e-mail address looks like before the server is asked: something, an at, a host with a dot. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
