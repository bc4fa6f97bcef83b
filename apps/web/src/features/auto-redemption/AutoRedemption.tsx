import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Chip } from '@wusd/ui-kit/Chip';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { type PendingAct, proveAct } from '../../app/acts.ts';
import { AskFirst } from '../../app/AskFirst.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { TextLink } from '../../app/link.tsx';
import { Blockers } from '../../app/money/Blockers.tsx';
import { language } from '../../app/preferences.ts';
import { Section } from '../../app/Section.tsx';
import { holds } from '../../app/session.ts';
import { stale } from '../../app/stale.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
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

/** Whether WUSD that arrives is paid out by itself, how to change that, and what came of the last deposits. */
function AutoRedemption({ onReviewed }: { onReviewed: (pending: PendingAct) => void }) {
  const words = useWords();
  const locale = useValue(language);
  const queries = useQueryClient();
  const query = useQuery(autoQuery());
  const { data } = query;
  const turnOn = useSubmission(
    () => autoApi.reviewTurnOn(),
    (review) => {
      if (review.blockers.length > 0) return;
      onReviewed({
        action: 'auto-redemption',
        intro: 'security.autoRedemption.verify',
        review,
        act: async (intent, mfa) => void (await autoApi.turnOn({ intent, mfa })),
        goesTo: '/result/turn-on-auto-redemption-success',
      });
    },
  );
  const turnOff = useSubmission(
    () => autoApi.turnOff(),
    (off) => {
      queries.setQueryData(autoQuery().queryKey, off);
      stale.mark('movements');
    },
  );
  if (!data)
    return query.isError ? (
      <Unavailable query={query}>{words('security.autoRedemption.unavailable')}</Unavailable>
    ) : (
      <Skeleton width="100%" height="120px" />
    );
  const { isOn, runs } = data;
  const canChange = holds('wallet.wallets.withdraw');
  const blockers = turnOn.data?.blockers ?? [];
  return (
    <Stack>
      <Chip tone={isOn ? 'positive' : 'neutral'} icon={isOn ? 'check' : 'close'}>
        {words(isOn ? 'security.autoRedemption.on' : 'security.autoRedemption.off')}
      </Chip>
      <p>{words('security.autoRedemption.body')}</p>
      <Refusal error={turnOn.error ?? turnOff.error} />
      <Blockers title={words('security.autoRedemption.blocked')} blockers={blockers} />
      {blockers.some(({ nextAction }) => nextAction === 'choose-another') && holds('wallet.bank_account') && (
        <TextLink to="/bank-account">{words('security.autoRedemption.accounts')}</TextLink>
      )}
      {canChange && !isOn && (
        <Button variant="secondary" isWide isBusy={turnOn.isPending} onClick={() => turnOn.mutate(undefined)}>
          {words('security.autoRedemption.turnOn')}
        </Button>
      )}
      <AskFirst
        isOffered={canChange && isOn}
        label={words('security.autoRedemption.turnOff')}
        title={words('security.autoRedemption.turnOff.title')}
        body={words('security.autoRedemption.turnOff.body')}
        keep={words('security.autoRedemption.keep')}
        isBusy={turnOff.isPending}
        onConfirm={() => turnOff.mutate(undefined)}
      />
      {runs.length > 0 && (
        <Runs aria-label={words('security.autoRedemption.runs')}>
          {runs.map(({ depositId, withdrawalId, stoppedBecause, at }) => (
            <li key={depositId}>
              <small>{formatDateTime(locale, at)}</small>
              {withdrawalId !== undefined && holds('wallet_history.withdraw.fiat.view') ? (
                <TextLink to="/view-fiat-withdraw" search={{ transaction: withdrawalId }}>
                  {words('security.autoRedemption.paid')}
                </TextLink>
              ) : (
                // A run takes a moment: what has come to nothing yet says nothing yet.
                <span>
                  {stoppedBecause ?? (withdrawalId === undefined ? '…' : words('security.autoRedemption.paid'))}
                </span>
              )}
            </li>
          ))}
        </Runs>
      )}
    </Stack>
  );
}

/** The same under its heading, going on to its verification page by itself. */
export function AutoRedemptionCard() {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <Card>
      <Section title={words('security.autoRedemption')}>
        {holds('wallet.wallets') ? (
          <AutoRedemption onReviewed={(pending) => void navigate({ to: proveAct(pending) })} />
        ) : (
          <p>{words('security.autoRedemption.body')}</p>
        )}
      </Section>
    </Card>
  );
}
