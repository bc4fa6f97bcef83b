// The long runs behind `npm run soak`. Each one is a launcher command with more work than the suite gives it.

/** A program that a run starts and that npm does not bring. One of `names` must be on the PATH. */
export interface Program {
  names: readonly string[];
  debianPackage: string;
}

export interface SoakRun {
  name: string;
  purpose: string;
  /** Arguments of `node scripts/launch.mjs`. */
  command: readonly string[];
  /** Settings and their defaults; a variable that is already set wins. */
  settings: Readonly<Record<string, number | typeof randomSeed>>;
  programs: readonly Program[];
  /** Whether it has to be started as root. */
  needsRoot?: boolean;
}

/** Stands for a new random seed, which the run prints and records. */
export const randomSeed = 'random seed';

const firefox: Program = { names: ['firefox', 'firefox-esr'], debianPackage: 'firefox-esr' };

export const runs: readonly SoakRun[] = [
  {
    name: 'crash',
    purpose: 'Kills a node under load again and again, then reconciles',
    command: ['test', 'faults', 'crash'],
    settings: { CRASH_KILLS: 50 },
    programs: [],
  },
  {
    name: 'faults',
    purpose: 'Breaks connections and gateways under load, then reconciles',
    command: ['test', 'faults'],
    settings: { CRASH_KILLS: 20, FAULT_KILLS: 100, FAULT_SEED: randomSeed },
    programs: [],
  },
  {
    name: 'fuzz',
    purpose: 'Sends requests generated from the contract to every operation',
    command: ['test', 'api', 'fuzz'],
    settings: { FUZZ_ROUNDS: 400, FUZZ_SEED: randomSeed },
    programs: [],
  },
  {
    name: 'model',
    purpose: 'Compares a million ledger operations with a plain model',
    command: ['test', 'api', 'model'],
    settings: { LEDGER_OPERATIONS: 1_000_000, LEDGER_SEED: randomSeed },
    programs: [],
  },
  {
    name: 'journeys',
    purpose: 'Walks every journey, and checks that they show every message and meet every answer',
    command: ['test', 'e2e'],
    settings: { ALL_JOURNEYS: 1 },
    programs: [],
  },
  {
    name: 'storybook',
    purpose: 'Builds the Storybook that can be put on a web server',
    command: ['storybook', 'export'],
    settings: {},
    programs: [],
  },
  {
    name: 'firefox',
    purpose: 'Walks the main journeys in an installed Firefox',
    command: ['firefox'],
    settings: {},
    programs: [firefox],
  },
  {
    name: 'hsm',
    purpose: 'Signs for every network with keys on a token of SoftHSM',
    command: ['test:hsm'],
    settings: {},
    programs: [{ names: ['softhsm2-util'], debianPackage: 'softhsm2' }],
  },
  {
    name: 'prove-controls',
    purpose: 'Removes each safety control and requires its test to fail',
    command: ['prove-controls'],
    settings: {},
    programs: [{ names: ['git'], debianPackage: 'git' }],
  },
  {
    name: 'previous-release',
    purpose: 'Runs the API tests of the release before against the schema of this commit',
    command: ['previous-release'],
    settings: {},
    programs: [{ names: ['git'], debianPackage: 'git' }],
  },
  {
    name: 'bare-debian',
    purpose: 'Runs the whole suite in a Debian with nothing but Node and npm, as an ordinary user',
    command: ['bare-debian'],
    settings: {},
    programs: [
      { names: ['debootstrap'], debianPackage: 'debootstrap' },
      { names: ['git'], debianPackage: 'git' },
    ],
    needsRoot: true,
  },
];
