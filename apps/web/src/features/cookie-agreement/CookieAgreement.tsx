import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { agreeToCookies, cookieAgreement } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

const Banner = styled.section`
  position: sticky;
  bottom: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${vars.space5};
  padding: ${vars.space4} ${vars.space6};
  border-top: 1px solid ${vars.border};
  background: ${vars.raised};
  font: ${vars.typeLabel};

  p {
    max-width: 80ch;
  }
  button {
    flex: none;
  }
  @media (max-width: 991px) {
    bottom: calc(64px + env(safe-area-inset-bottom));
    padding: ${vars.space4} ${vars.space5};
    font: ${vars.typeCaption};
  }
`;

/** What this site keeps in the browser, until it has been agreed to. Nothing beyond the necessary is kept either way. */
export function CookieAgreement() {
  const words = useWords();
  const isAgreed = useValue(cookieAgreement);
  if (isAgreed) return null;
  return (
    <Banner aria-label={words('cookie.label')}>
      <p>{words('cookie.text')}</p>
      <Button variant="secondary" onClick={agreeToCookies}>
        {words('cookie.agree')}
      </Button>
    </Banner>
  );
}
