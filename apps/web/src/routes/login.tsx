import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Page } from '../app/Page.tsx';
import { withQueries } from '../app/queries.tsx';
import { useWords } from '../app/words.ts';
import { LoginForm } from '../features/sign-in/LoginForm.tsx';

const Intro = styled.p`
  color: ${vars.fgMuted};
`;

function LoginRoute() {
  const words = useWords();
  return (
    <Page title={words('login.title')} width="flow">
      <Intro>{words('login.intro')}</Intro>
      <Card>
        <LoginForm />
      </Card>
    </Page>
  );
}

export default withQueries(LoginRoute);
