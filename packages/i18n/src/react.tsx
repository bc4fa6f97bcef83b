import { type ReactNode, useEffect, useState } from 'react';
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

/** Gives the tree its words and tells assistive technology their language. */
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

/** A missing message is a fault to see in tests, not a gap to paper over. */
function refuse(error: Error): void {
  throw error;
}

/** The catalogue of `language`, keeping the one before it on screen until it has arrived. */
export function useCatalogue(
  initial: { language: string; catalogue: Catalogue },
  wanted: string,
  load: (language: string) => Promise<Catalogue>,
): { language: string; catalogue: Catalogue } {
  const [current, setCurrent] = useState(initial);
  useEffect(() => {
    let stale = false;
    if (wanted === current.language) return;
    load(wanted).then(
      (catalogue) => stale || setCurrent({ language: wanted, catalogue }),
      // The old language stays; a reload asks again.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [wanted, current.language, load]);
  return current;
}
