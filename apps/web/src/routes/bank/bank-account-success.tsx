import { useRouter } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { useWords } from '../../app/words.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;
const goesOnAfterMs = 3000;

/** It goes on by itself, unless whoever reads it stays (WCAG 2.2, 2.2.1). */
export function BankAccountSuccess() {
  const words = useWords();
  const { history } = useRouter();
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(() => history.push('/bank-account'), goesOnAfterMs);
    return () => clearTimeout(timer);
  }, [isStaying, history]);
  return (
    <OneThing
      icon="check"
      title={words('bank.success.title')}
      action={
        <Actions>
          <ButtonLink to="/bank-account">{words('bank.success.go')}</ButtonLink>
          {!isStaying && (
            <Button variant="secondary" onClick={() => setStaying(true)}>
              {words('bank.success.stay')}
            </Button>
          )}
        </Actions>
      }
    >
      {words('bank.success.body')}
      {!isStaying && <p>{words('bank.success.goesOn')}</p>}
    </OneThing>
  );
}
