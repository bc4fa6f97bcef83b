/** Why an identity or a company's documents are rejected. Each reason has a message in every language. */
export const identityReasons = [
  'document-unreadable',
  'document-expired',
  'details-mismatch',
  'documents-missing',
  'not-eligible',
] as const;
export type IdentityReason = (typeof identityReasons)[number];

export function isIdentityReason(value: unknown): value is IdentityReason {
  return identityReasons.some((reason) => reason === value);
}

/** Id of the message that tells the customer. */
export function reasonMessage(reason: IdentityReason): string {
  return `message.identityReason.${reason}`;
}
