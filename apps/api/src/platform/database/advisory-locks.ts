/** Keys of PostgreSQL's advisory locks. A database has one key space for all of them, so every key is in this list. */
export const advisoryLocks = {
  databaseFunctions: 440_001,
  migrations: 440_003,
  /** Taken in create_time_partitions.sql. */
  timePartitions: 440_002,
  sealingKeys: 7_350_001,
  demoCustomers: 7_350_002,
  simulatedBlocks: 7_350_003,
  keyring: 7_350_004,
  demoYear: 7_350_005,
} as const;
