/** File storage that we share with a bank. Paths are relative to its root and separated by `/`. */
export interface FileStore {
  /** Files in a folder; empty if the folder does not exist. */
  list(folder: string): Promise<{ name: string; modifiedAt: Date }[]>;
  read(path: string): Promise<Buffer>;
  /** Writes a file that readers see only once it is complete. */
  write(path: string, bytes: Buffer): Promise<void>;
  /** Does nothing if another node has moved the file already. */
  move(from: string, to: string): Promise<void>;
}
