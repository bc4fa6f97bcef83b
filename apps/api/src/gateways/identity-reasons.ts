/** Why an identity, or a company's documents, are refused. Each has its sentence in every language. */
export const identityReasons = [
  'document-unreadable',
  'document-expired',
  'details-mismatch',
  'documents-missing',
  'not-eligible',
] as const;
export type IdentityReason = (typeof identityReasons)[number];

export function isIdentityReason(text: unknown): text is IdentityReason {
  return identityReasons.some((reason) => reason === text);
}

/** Message that says it. */
export function reasonMessage(reason: IdentityReason): string {
  return `message.identityReason.${reason}`;
}
