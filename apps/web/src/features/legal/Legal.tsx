import { formatDate } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { LegalDocument } from './documents.ts';

const Text = styled.article`
  display: grid;
  gap: ${vars.space6};
  max-width: 68ch;

  h2 {
    font: ${vars.typeTitle2};
    text-wrap: balance;
  }
  section {
    display: grid;
    gap: ${vars.space4};
  }
`;
const Date = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

/** A legal document, with a notice that it is in English if the app is in another language. */
export function Legal({ document, children }: { document: LegalDocument; children?: ReactNode }) {
  const t = useTranslate();
  const shown = useStore(language);
  return (
    <>
      {shown !== 'en_US' && <Notice tone="info">{t('legal.englishOnly')}</Notice>}
      <Text lang="en">
        <Date>In force since {formatDate('en_US', document.effective)}</Date>
        {document.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </Text>
      {children}
    </>
  );
}
