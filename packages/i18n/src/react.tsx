import { type ReactNode, useEffect } from 'react';
import { IntlProvider, type MessageFormatElement } from 'react-intl';
import { bcp47 } from './languages.js';

export { FormattedMessage, useIntl } from 'react-intl';

export type Catalogue = Record<string, MessageFormatElement[]>;

export interface MessagesProps {
  /** One of the product's languages, or the pseudo-locale `en_XA`. */
  language: string;
  /** Compiled messages of `language`. */
  catalogue: Catalogue;
  children: ReactNode;
}

/** Provides messages to the tree and sets its language for assistive technology. */
export function Messages({ language, catalogue, children }: MessagesProps) {
  const locale = bcp47(language);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <IntlProvider locale={locale} defaultLocale="en-US" messages={catalogue} onError={refuse}>
      {children}
    </IntlProvider>
  );
}

/** A missing message must fail tests instead of showing a fallback. */
function refuse(error: Error): void {
  throw error;
}
