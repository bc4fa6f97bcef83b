/** Keys of PostgreSQL advisory locks. All locks of a database share one key space, so this list contains every key. */
export const advisoryLocks = {
  databaseFunctions: 440_001,
  migrations: 440_003,
  /** Acquired in create_time_partitions.sql. */
  timePartitions: 440_002,
  sealingKeys: 7_350_001,
  demoCustomers: 7_350_002,
  simulatedBlocks: 7_350_003,
  keyring: 7_350_004,
  demoYear: 7_350_005,
} as const;
