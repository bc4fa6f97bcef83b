/** How one safety control is taken out of the code, and the test that must notice. */
export interface Removal {
  /** Its number in docs/controls.md. */
  control: number;
  file: string;
  /** Stands in the file just once. */
  find: string;
  replace: string;
  /** File of the test. */
  test: string;
  /** In full or its beginning, together with `(control`. */
  name: string;
}
