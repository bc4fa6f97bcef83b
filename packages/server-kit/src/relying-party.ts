/** Whether text is the origin of pages that may use the passkeys of a domain: on it, or below it (WebAuthn level 3, section 5.1.4). */
export function isOriginOf(rpId: string, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && (hostname === rpId || hostname.endsWith(`.${rpId}`));
}
