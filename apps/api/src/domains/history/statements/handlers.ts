import { FileResponse, type Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import type { Services } from '../../services.ts';
import { renderStatementCsv, renderStatementPdf } from './files.ts';
import { findStatement, searchStatements } from './statements.ts';

const files = {
  CSV: { render: renderStatementCsv, maxEntries: 50_000 },
  // A PDF is laid out in memory, page by page.
  PDF: { render: renderStatementPdf, maxEntries: 5000 },
} as const;
const downloadsPerHour = 120;

export function statementHandlers(services: Services): Handlers {
  return {
    searchStatements: ({ caller, body }) => searchStatements(services, caller, body),

    async getStatementFile({ caller: { customerId, scopes }, path, query: { format }, language }) {
      await consumeRateLimit(services, `statement:${customerId}`, downloadsPerHour, 60 * 60);
      const range = await findStatement(services, { customerId, scopes }, path);
      const { render, maxEntries } = files[format];
      if (range.statement.count > maxEntries) throw new AppError('STATEMENT_TOO_LONG');
      return new FileResponse(await render(services, { reader: { customerId, scopes, language }, range }));
    },
  };
}
