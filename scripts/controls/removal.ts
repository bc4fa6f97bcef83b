/** An edit that removes one safety control, and the test that must fail then. */
export interface Removal {
  /** Number of the control in docs/controls.md. */
  control: number;
  file: string;
  /** Must occur exactly once in the file. */
  find: string;
  replace: string;
  /** Path of the test file. */
  test: string;
  /** Title of the test or its beginning, including `(control`. */
  name: string;
}
