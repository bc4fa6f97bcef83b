import { TextLink } from '../../app/link.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { useWords } from '../../app/words.ts';
import { Limits } from '../../features/limits/Limits.tsx';

export const LimitsPage = withQueries(() => {
  const words = useWords();
  return (
    <Page
      title={words('limits.title')}
      width="flow"
      intro={words('limits.intro')}
      aside={<TextLink to="/wallet">{words('wallet.title')}</TextLink>}
    >
      <Limits />
    </Page>
  );
});
