import { Button } from '@wusd/ui-kit/Button';
import { Page } from '../shared/layout/Page.tsx';
import { askAboutCookies } from '../shared/i18n/preferences.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { useOwnPath } from '../shared/routing/use-own-path.ts';
import { legalDocuments } from '../features/legal/documents.ts';
import { Legal } from '../features/legal/Legal.tsx';
import { LegalLinks } from '../shared/layout/LegalLinks.tsx';

/** Every legal page, at both spellings of the folder. */
export default function LegalRoute() {
  const t = useTranslate();
  const name = useOwnPath().split('/').at(-1) ?? '';
  const document = legalDocuments[name as keyof typeof legalDocuments];
  return (
    <Page title={document.title} width="dashboard" intro={document.summary} lang="en">
      <Legal document={document}>
        {name === 'cookie-policy' && (
          <div>
            <Button variant="secondary" onClick={askAboutCookies}>
              {t('cookie.change')}
            </Button>
          </div>
        )}
      </Legal>
      <LegalLinks />
    </Page>
  );
}
