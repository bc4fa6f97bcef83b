/** Reasons why an operator rejects a document. Each reason has a message with the next step, in every language. */
export const documentReasons = [
  'document-unreadable',
  'document-expired',
  'document-incomplete',
  'document-too-old',
  'wrong-document',
  'details-mismatch',
] as const;

/** Reasons why an operator rejects a person of a company. */
export const personReasons = ['details-mismatch', 'not-eligible'] as const;

/** Reasons why a scanned file is rejected. */
const scanReasons = ['malware', 'file-unreadable'] as const;
export type ScanReason = (typeof scanReasons)[number];

const verificationReasons = [...documentReasons, ...personReasons, ...scanReasons];
export type VerificationReason = (typeof verificationReasons)[number];

/** Returns the reason with a stored code. */
export function reasonOf(code: string | null): VerificationReason | undefined {
  return verificationReasons.find((each) => each === code);
}
