/** Result of scanning a file; `signature` is the scanner's name for the malware. */
export type ScanVerdict = { isClean: true } | { isClean: false; signature: string };

export interface FileScanPort {
  /** @throws where there is no verdict: then the file is not accepted */
  scan(bytes: Buffer): Promise<ScanVerdict>;
}
