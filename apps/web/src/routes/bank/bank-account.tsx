import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BankAccount } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useState } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { holds } from '../../shared/session/session.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { toast } from '../../shared/feedback/toasts.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { BankAccountCard } from '../../features/bank-accounts/BankAccountCard.tsx';
import { bankAccountsQuery, bankApi } from '../../shared/money/saved-bank-accounts.ts';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { AccountSide } from '../account-side.tsx';

/** Saved bank accounts, the default first. */
function BankAccountsRoute() {
  const t = useTranslate();
  // Rerender on a change of language: the server's reasons are in the language of the request.
  useStore(language);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery(bankAccountsQuery());
  const { data, isError } = query;
  const [asked, setAsked] = useState<BankAccount>();
  const remove = useSubmission(
    (id: string) => bankApi.bankAccounts.delete(id),
    (leaving) => {
      queries.setQueryData(bankAccountsQuery().queryKey, (all) =>
        all?.map((each) => (each.id === leaving.id ? leaving : each)),
      );
      invalidation.publish('recipients-changed');
    },
  );
  const makeDefault = useSubmission(
    (id: string) => bankApi.bankAccounts.setDefault(id),
    ({ fields }) => {
      toast(t('bank.madeDefault', { label: fields.label }));
      invalidation.publish('recipients-changed');
    },
  );
  const canAdd = holds('wallet.bank_account.add');
  const add = canAdd && <Button onClick={() => void navigate({ to: '/add-bank-account' })}>{t('bank.add')}</Button>;
  const mayMove = ({ nextMoves }: BankAccount, to: BankAccount['status']): boolean =>
    nextMoves.some((move) => move.who === 'customer' && move.to === to);

  return (
    <Page
      title={t('bank.title')}
      width="flow"
      side={
        <>
          <AccountSide />
          <HelpCard questions={['unusable', 'cooldown']} />
        </>
      }
      intro={t('bank.intro')}
      aside={data && data.length > 0 && add}
    >
      <FormError error={remove.error ?? makeDefault.error} />
      {isError && <Unavailable query={query}>{t('bank.unavailable')}</Unavailable>}
      {!data && !isError && <Skeleton width="100%" height="240px" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState icon="bank" title={t('bank.empty.title')} action={add}>
            {t('bank.empty.body')}
          </EmptyState>
        </Card>
      )}
      {data?.map((account) => (
        <BankAccountCard
          key={account.id}
          account={account}
          canEdit={
            holds('wallet.bank_account.update') && (account.status === 'active' || account.status === 'inactive')
          }
          onDefault={
            holds('wallet.bank_account.default_bank') && account.status === 'active' && !account.isDefault
              ? () => makeDefault.mutate(account.id)
              : undefined
          }
          onDelete={
            holds('wallet.bank_account.delete') && mayMove(account, 'pending delete')
              ? () => setAsked(account)
              : undefined
          }
        />
      ))}
      <Dialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('bank.delete.title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              {t('bank.delete.keep')}
            </Button>
            <Button
              onClick={() => {
                if (asked) remove.mutate(asked.id);
                setAsked(undefined);
              }}
            >
              {t('bank.delete')}
            </Button>
          </>
        }
      >
        {t('bank.delete.body', { label: asked?.fields.label ?? '' })}
      </Dialog>
    </Page>
  );
}

export const BankAccounts = withQueries(BankAccountsRoute);
