import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { BankAccount } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useState } from 'react';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { Page } from '../../app/Page.tsx';
import { language } from '../../app/preferences.ts';
import { withQueries } from '../../app/queries.tsx';
import { holds } from '../../app/session.ts';
import { stale } from '../../app/stale.ts';
import { toast } from '../../app/toasts.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { BankAccountCard } from '../../features/bank-accounts/BankAccountCard.tsx';
import { bankAccountsQuery, bankApi } from '../../app/money/saved-bank-accounts.ts';

/** Saved bank accounts, the default first. */
function BankAccountsRoute() {
  const words = useWords();
  // Reasons are in the language they were asked for in.
  useValue(language);
  const { history } = useRouter();
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
      stale.mark('movements');
    },
  );
  const makeDefault = useSubmission(
    (id: string) => bankApi.bankAccounts.setDefault(id),
    ({ fields }) => {
      toast(words('bank.madeDefault', { label: fields.label }));
      stale.mark('movements');
    },
  );
  const canAdd = holds('wallet.bank_account.add');
  const add = canAdd && <Button onClick={() => history.push('/add-bank-account')}>{words('bank.add')}</Button>;
  const mayMove = ({ nextMoves }: BankAccount, to: BankAccount['status']): boolean =>
    nextMoves.some((move) => move.who === 'customer' && move.to === to);

  return (
    <Page title={words('bank.title')} width="flow" intro={words('bank.intro')} aside={data && data.length > 0 && add}>
      <Refusal error={remove.error ?? makeDefault.error} />
      {isError && <Unavailable query={query}>{words('bank.unavailable')}</Unavailable>}
      {!data && !isError && <Skeleton width="100%" height="240px" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState icon="bank" title={words('bank.empty.title')} action={add}>
            {words('bank.empty.body')}
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
        title={words('bank.delete.title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              {words('bank.delete.keep')}
            </Button>
            <Button
              onClick={() => {
                if (asked) remove.mutate(asked.id);
                setAsked(undefined);
              }}
            >
              {words('bank.delete')}
            </Button>
          </>
        }
      >
        {words('bank.delete.body', { label: asked?.fields.label ?? '' })}
      </Dialog>
    </Page>
  );
}

export const BankAccounts = withQueries(BankAccountsRoute);
