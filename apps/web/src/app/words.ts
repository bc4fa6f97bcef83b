import type { MessageId } from '@wusd/i18n';
import { useIntl } from '@wusd/i18n/react';
import { useCallback } from 'react';

type Values = Record<string, string | number>;

/** The messages of the language on screen, by ids that the compiler knows. */
export function useWords(): (id: MessageId, values?: Values) => string {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl]);
}
