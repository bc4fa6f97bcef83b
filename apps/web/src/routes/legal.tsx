import { useLocation } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Page } from '../app/Page.tsx';
import { askAboutCookies } from '../app/preferences.ts';
import { useWords } from '../app/words.ts';
import { legalDocuments } from '../features/legal/documents.ts';
import { Legal } from '../features/legal/Legal.tsx';
import { LegalLinks } from '../app/LegalLinks.tsx';

/** Every legal page, at either spelling of their folder. */
export default function LegalRoute() {
  const words = useWords();
  const name = useLocation().pathname.split('/').at(-1) ?? '';
  const document = legalDocuments[name as keyof typeof legalDocuments];
  return (
    <Page title={document.title} width="dashboard" intro={document.summary} lang="en">
      <Legal document={document}>
        {name === 'cookie-policy' && (
          <div>
            <Button variant="secondary" onClick={askAboutCookies}>
              {words('cookie.change')}
            </Button>
          </div>
        )}
      </Legal>
      <LegalLinks />
    </Page>
  );
}
