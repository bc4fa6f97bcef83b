/** Reasons for the rejection of an identity or of a company's documents. Each has a message in every language. */
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

/** Returns the id of the message for the customer. */
export function reasonMessage(reason: IdentityReason): string {
  return `message.identityReason.${reason}`;
}
