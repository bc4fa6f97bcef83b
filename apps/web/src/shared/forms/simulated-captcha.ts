/** A token that the sandbox's captcha accepts once for this action. */
export function simulatedToken(action: string): string {
  return `simulated:${action}:${crypto.randomUUID()}`;
}
