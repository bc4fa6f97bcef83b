import { useRouter } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
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
function Success({
  goesTo,
  go,
  goesOn,
}: {
  goesTo: '/bank-account' | '/fiat-withdraw';
  go: MessageId;
  goesOn: MessageId;
}) {
  const words = useWords();
  const { history } = useRouter();
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(() => history.push(goesTo), goesOnAfterMs);
    return () => clearTimeout(timer);
  }, [isStaying, history, goesTo]);
  return (
    <OneThing
      icon="check"
      title={words('bank.success.title')}
      action={
        <Actions>
          <ButtonLink to={goesTo}>{words(go)}</ButtonLink>
          {!isStaying && (
            <Button variant="secondary" onClick={() => setStaying(true)}>
              {words('bank.success.stay')}
            </Button>
          )}
        </Actions>
      }
    >
      {words('bank.success.body')}
      {!isStaying && <p>{words(goesOn)}</p>}
    </OneThing>
  );
}

export const BankAccountSuccess = () => (
  <Success goesTo="/bank-account" go="bank.success.go" goesOn="bank.success.goesOn" />
);

/** The same of one that was added on the way to a withdrawal, which it goes back to. */
export const BankAccountSuccessOnTheWay = () => (
  <Success goesTo="/fiat-withdraw" go="bank.success.goWithdraw" goesOn="bank.success.goesOnWithdraw" />
);
