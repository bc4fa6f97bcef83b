import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { type PendingCommand, startVerification } from '../../shared/verification/pending-command.ts';
import { ConfirmButton } from '@wusd/ui-kit/ConfirmButton';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { holds } from '../../shared/session/session.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { autoApi, autoQuery } from './queries.ts';

const Stack = styled.div`
  display: grid;
  justify-items: start;
  gap: ${vars.space4};

  > button,
  > [role] {
    width: 100%;
  }
`;
const Runs = styled.ul`
  display: grid;
  gap: ${vars.space3};
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;

  li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: ${vars.space1} ${vars.space4};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

/** Whether incoming WUSD is paid out automatically, how to change that, and the result for the latest deposits. */
function AutoRedemption({ onReviewed }: { onReviewed: (pending: PendingCommand) => void }) {
  const t = useTranslate();
  const locale = useStore(language);
  const queries = useQueryClient();
  const query = useQuery(autoQuery());
  const { data } = query;
  const turnOn = useSubmission(
    () => autoApi.reviewTurnOn(),
    (review) => {
      if (review.blockers.length > 0) return;
      onReviewed({
        command: 'auto-redemption',
        intro: 'security.autoRedemption.verify',
        review,
        execute: async (intent, mfa) => void (await autoApi.turnOn({ intent, mfa })),
        redirectTo: '/result/turn-on-auto-redemption-success',
      });
    },
  );
  const turnOff = useSubmission(
    () => autoApi.turnOff(),
    (off) => {
      queries.setQueryData(autoQuery().queryKey, off);
      invalidation.publish('auto-redemption-changed');
    },
  );
  if (!data)
    return query.isError ? (
      <Unavailable query={query}>{t('security.autoRedemption.unavailable')}</Unavailable>
    ) : (
      <Skeleton width="100%" height="120px" />
    );
  const { isOn, runs } = data;
  const canChange = holds('wallet.wallets.withdraw');
  const blockers = turnOn.data?.blockers ?? [];
  return (
    <Stack>
      <StatusChip status={isOn ? 'success' : 'cancelled'}>
        {t(isOn ? 'security.autoRedemption.on' : 'security.autoRedemption.off')}
      </StatusChip>
      <p>{t('security.autoRedemption.body')}</p>
      <FormError error={turnOn.error ?? turnOff.error} />
      <Blockers title={t('security.autoRedemption.blocked')} blockers={blockers} />
      {blockers.some(({ nextAction }) => nextAction === 'choose-another') && holds('wallet.bank_account') && (
        <TextLink to="/bank-account">{t('security.autoRedemption.accounts')}</TextLink>
      )}
      {canChange && !isOn && (
        <Button variant="secondary" isWide isBusy={turnOn.isPending} onClick={() => turnOn.mutate(undefined)}>
          {t('security.autoRedemption.turnOn')}
        </Button>
      )}
      <ConfirmButton
        isOffered={canChange && isOn}
        label={t('security.autoRedemption.turnOff')}
        title={t('security.autoRedemption.turnOff.title')}
        body={t('security.autoRedemption.turnOff.body')}
        cancelLabel={t('security.autoRedemption.keep')}
        isBusy={turnOff.isPending}
        onConfirm={() => turnOff.mutate(undefined)}
      />
      {runs.length > 0 && (
        <Runs aria-label={t('security.autoRedemption.runs')}>
          {runs.map(({ depositId, withdrawalId, stoppedBecause, at }) => (
            <li key={depositId}>
              <small>{formatDateTime(locale, at)}</small>
              {withdrawalId !== undefined && holds('wallet_history.withdraw.fiat.view') ? (
                <TextLink to="/view-fiat-withdraw" search={{ transaction: withdrawalId }}>
                  {t('security.autoRedemption.paid')}
                </TextLink>
              ) : (
                // A run takes a moment. Show a placeholder until it has paid out or stopped.
                <span>{stoppedBecause ?? (withdrawalId === undefined ? '…' : t('security.autoRedemption.paid'))}</span>
              )}
            </li>
          ))}
        </Runs>
      )}
    </Stack>
  );
}

/** `AutoRedemption` under its heading. Navigates to the verification page after a review. */
export function AutoRedemptionCard() {
  const t = useTranslate();
  const navigate = useNavigate();
  return (
    <Card>
      <Section title={t('security.autoRedemption')}>
        {holds('wallet.wallets') ? (
          <AutoRedemption onReviewed={(pending) => void navigate({ to: startVerification(pending) })} />
        ) : (
          <p>{t('security.autoRedemption.body')}</p>
        )}
      </Section>
    </Card>
  );
}
