/** What the sandbox's captcha takes, once, for this action. */
export function simulatedToken(action: string): string {
  return `simulated:${action}:${crypto.randomUUID()}`;
}
