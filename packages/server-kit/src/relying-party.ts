/**
 * Whether the text is an origin that may use the passkeys of a domain: the domain or a subdomain (WebAuthn level 3,
 * section 5.1.4).
 */
export function isOriginOf(rpId: string, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && (hostname === rpId || hostname.endsWith(`.${rpId}`));
}
