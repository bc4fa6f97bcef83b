/** A place where a bank and we leave files for each other. Paths are of it, parts apart by `/`. */
export interface FileStore {
  /** Files of a folder, by name; none where there is no such folder. */
  list(folder: string): Promise<{ name: string; modifiedAt: Date }[]>;
  read(path: string): Promise<Buffer>;
  /** There whole or not at all: whoever lists the folder meanwhile sees nothing of it. */
  write(path: string, bytes: Buffer): Promise<void>;
  /** Where somebody else has moved it already, nothing is done. */
  move(from: string, to: string): Promise<void>;
}
