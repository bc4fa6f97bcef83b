import { useNavigate } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;
const goesOnAfterMs = 3000;

/** Navigates on after a delay, unless the customer chooses to stay (WCAG 2.2, 2.2.1). */
function Success({
  redirectTo,
  go,
  goesOn,
}: {
  redirectTo: '/bank-account' | '/fiat-withdraw';
  go: MessageId;
  goesOn: MessageId;
}) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(() => void navigate({ to: redirectTo }), goesOnAfterMs);
    return () => clearTimeout(timer);
  }, [isStaying, navigate, redirectTo]);
  return (
    <ResultPage
      icon="check"
      title={t('bank.success.title')}
      action={
        <Actions>
          <ButtonLink to={redirectTo}>{t(go)}</ButtonLink>
          {!isStaying && (
            <Button variant="secondary" onClick={() => setStaying(true)}>
              {t('bank.success.stay')}
            </Button>
          )}
        </Actions>
      }
    >
      {t('bank.success.body')}
      {!isStaying && <p>{t(goesOn)}</p>}
    </ResultPage>
  );
}

export const BankAccountSuccess = () => (
  <Success redirectTo="/bank-account" go="bank.success.go" goesOn="bank.success.goesOn" />
);

/** Success page of an account that was added during a withdrawal. It returns to the withdrawal. */
export const BankAccountSuccessOnTheWay = () => (
  <Success redirectTo="/fiat-withdraw" go="bank.success.goWithdraw" goesOn="bank.success.goesOnWithdraw" />
);
