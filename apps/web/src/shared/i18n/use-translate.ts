import type { MessageId } from '@wusd/i18n';
import { useIntl } from '@wusd/i18n/react';
import { useCallback } from 'react';

/** The build for end-to-end tests records the messages that were shown. */
const isRecording = import.meta.env.MODE === 'recording';

type Values = Record<string, string | number>;

/** Returns a function that translates a message id, which the compiler checks. */
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
