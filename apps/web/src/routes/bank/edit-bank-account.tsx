import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { BankAccount } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useState } from 'react';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { invalidation } from '../../shared/api/invalidation.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { BankAccountForm } from '../../features/bank-accounts/BankAccountForm.tsx';
import { draftOf, editDraft } from '../../features/bank-accounts/draft.ts';
import { bankAccountsQuery, bankApi } from '../../shared/money/saved-bank-accounts.ts';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { AccountSide } from '../account-side.tsx';

/** Edits a saved account, which codes then verify. Its id is a search parameter. */
function EditBankAccountRoute() {
  const t = useTranslate();
  const { id } = useSearch({ from: '/edit-bank-account' });
  const query = useQuery(bankAccountsQuery());
  const { data, isError } = query;
  const account = data?.find((each) => each.id === id);
  const isEditable = account?.status === 'active' || account?.status === 'inactive';
  return (
    <Page
      title={t('bank.edit.title')}
      width="flow"
      side={
        <>
          <AccountSide />
          <HelpCard questions={['intermediary', 'unusable']} />
        </>
      }
      intro={t('bank.edit.intro')}
    >
      {isError && <Unavailable query={query}>{t('bank.unavailable')}</Unavailable>}
      {!data && !isError && <Skeleton width="100%" height="320px" />}
      {data && !isEditable && (
        <Notice
          tone="info"
          action={
            <ButtonLink to="/bank-account" variant="secondary">
              {t('bank.title')}
            </ButtonLink>
          }
        >
          {t(account ? 'bank.edit.notNow' : 'bank.edit.gone')}
        </Notice>
      )}
      {account && isEditable && <Edit key={account.id} account={account} />}
    </Page>
  );
}

function Edit({ account: { id, fields: saved } }: { account: BankAccount }) {
  const navigate = useNavigate();
  const kept = useStore(editDraft);
  // After going back from the verification, continue with the draft.
  const [first] = useState(() => draftOf(saved));
  const draft = kept?.id === id ? kept.draft : first;
  return (
    <Card>
      <BankAccountForm
        draft={draft}
        onChange={(next) => editDraft.set({ id, draft: next })}
        review={(fields) => bankApi.bankAccounts.reviewEdit(id, fields)}
        onReviewed={(fields, review) =>
          void navigate({
            to: startVerification({
              command: 'edit-bank-account',
              intro: 'bank.verify.edit',
              review,
              restart: { to: '/edit-bank-account', search: { id } },
              async execute(intent, mfa) {
                await bankApi.bankAccounts.edit(id, fields, { intent, mfa });
                invalidation.publish('recipients-changed');
                editDraft.set(undefined);
              },
              redirectTo: '/result/bank-account-success',
            }),
          })
        }
        onCancel={() => {
          editDraft.set(undefined);
          void navigate({ to: '/bank-account' });
        }}
      />
    </Card>
  );
}

export const EditBankAccount = withQueries(EditBankAccountRoute);
