// The long runs of `npm run soak`. Each is a launcher command with a higher workload than in the suite.

/** A program that a run needs and that is not an npm package. One of `names` must be on the PATH. */
export interface Program {
  names: readonly string[];
  debianPackage: string;
}

export interface SoakRun {
  name: string;
  purpose: string;
  /** Arguments of `node scripts/launch.mjs`. */
  command: readonly string[];
  /**
   * Environment variables and their defaults, which may be `randomSeed`. Variables that are already set take
   * precedence.
   */
  settings: Readonly<Record<string, number | string>>;
  programs: readonly Program[];
  /** Whether the run must be started as root. */
  needsRoot?: boolean;
}

/** Placeholder for a new random seed, which the run prints and records. */
export const randomSeed = 'random seed';

const git: Program = { names: ['git'], debianPackage: 'git' };
const postgres15: Program = { names: ['/usr/lib/postgresql/15/bin/initdb'], debianPackage: 'postgresql-15' };
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
    name: 'networks',
    purpose: 'An hour of random events on all ten networks, then reconciles with every chain',
    command: ['test', 'faults', 'all-networks'],
    settings: { SCHEDULE_MINUTES: 60, FAULT_SEED: randomSeed },
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
    name: 'alerts',
    purpose: 'Tests that each alert rule fires for its cause, and not before',
    command: ['alerts'],
    settings: {},
    programs: [{ names: ['promtool'], debianPackage: 'prometheus' }],
  },
  {
    name: 'release',
    purpose: 'Builds the tarball of a release, and starts it from an empty folder with an empty environment',
    command: ['check:release'],
    settings: {},
    programs: [git],
  },
  {
    name: 'deployment',
    purpose: 'Starts the release as deploy/ says, and replaces its nodes one after the other under calls',
    command: ['check:deployment'],
    settings: {},
    programs: [
      git,
      { names: ['haproxy'], debianPackage: 'haproxy' },
      { names: ['systemd-analyze'], debianPackage: 'systemd' },
      { names: ['kubectl'], debianPackage: 'kubernetes-client' },
      { names: ['psql'], debianPackage: 'postgresql-client' },
      { names: ['openssl'], debianPackage: 'openssl' },
    ],
  },
  {
    name: 'prove-controls',
    purpose: 'Removes each safety control and requires its test to fail',
    command: ['prove-controls'],
    settings: {},
    programs: [git],
  },
  {
    name: 'previous-release',
    purpose: 'Runs the API tests of the release before against the schema of this commit',
    command: ['previous-release'],
    settings: {},
    programs: [git],
  },
  {
    name: 'upgrade',
    purpose: 'Migrates a million rows as the next release may, under load, with a limit for each call',
    command: ['test', 'api', 'online-migrations'],
    settings: { UPGRADE_ROWS: 1_000_000, UPGRADE_LIMIT_MS: 500 },
    programs: [],
  },
  {
    name: 'cluster',
    purpose: 'Payments through three PostgreSQL under Patroni and three nodes, while parts of it fail',
    command: ['cluster'],
    settings: { CLUSTER_SCHEDULES: 20, CLUSTER_SEED: randomSeed },
    programs: [
      postgres15,
      { names: ['patroni'], debianPackage: 'patroni' },
      { names: ['etcd'], debianPackage: 'etcd-server' },
      { names: ['haproxy', '/usr/sbin/haproxy'], debianPackage: 'haproxy' },
      { names: ['ip'], debianPackage: 'iproute2' },
      { names: ['unshare'], debianPackage: 'util-linux' },
    ],
    needsRoot: true,
  },
  {
    name: 'postgres-15',
    purpose: 'Runs the whole API suite on the PostgreSQL of Debian 12',
    command: ['test', 'api'],
    settings: { POSTGRES_PROGRAMS: '/usr/lib/postgresql/15/bin' },
    programs: [postgres15],
  },
  {
    name: 'restore',
    purpose: 'Loses the database under load, restores it to a moment, and requires that nothing is lost or paid twice',
    command: ['drill:restore'],
    settings: { RESTORE_ROUNDS: 20 },
    programs: [postgres15, { names: ['pgbackrest'], debianPackage: 'pgbackrest' }],
  },
  {
    name: 'bare-debian',
    purpose: 'Runs the whole suite in a Debian with nothing but Node and npm, as an ordinary user',
    command: ['bare-debian'],
    settings: {},
    programs: [{ names: ['debootstrap'], debianPackage: 'debootstrap' }, git],
    needsRoot: true,
  },
];
