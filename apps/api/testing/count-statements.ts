import type { Db } from '../src/platform/database/database.ts';

/** Wraps a database and counts the statements that are sent through it. */
export function countStatements(db: Db): { db: Db; statements: () => number } {
  let statements = 0;
  return {
    db: db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    statements: () => statements,
  };
}
