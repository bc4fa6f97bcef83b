/** Result of scanning a file; `signature` is the scanner's name for the malware. */
export type ScanVerdict = { isClean: true } | { isClean: false; signature: string };

export interface FileScanPort {
  /** @throws if there is no verdict; the file must then be rejected */
  scan(bytes: Buffer): Promise<ScanVerdict>;
}
