import type { MessageId } from '@wusd/i18n';
import { useIntl } from '@wusd/i18n/react';
import { useCallback } from 'react';

/** A build for the journeys tells which messages they have shown. */
const isRecording = import.meta.env.MODE === 'recording';

type Values = Record<string, string | number>;

/** The messages of the language on screen, by ids that the compiler knows. */
export function useTranslate(): (id: MessageId, values?: Values) => string {
  const intl = useIntl();
  return useCallback(
    (id, values) => {
      const text = intl.formatMessage({ id }, values);
      if (isRecording) dispatchEvent(new CustomEvent('message-shown', { detail: { id, text } }));
      return text;
    },
    [intl],
  );
}
