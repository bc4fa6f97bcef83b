import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { BankAccount } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useState } from 'react';
import { proveAct } from '../../app/acts.ts';
import { ButtonLink } from '../../app/link.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { stale } from '../../app/stale.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { BankAccountForm } from '../../features/bank-accounts/BankAccountForm.tsx';
import { draftOf, editDraft } from '../../features/bank-accounts/draft.ts';
import { bankAccountsQuery, bankApi } from '../../app/money/saved-bank-accounts.ts';

/** A saved account, changed and then proved by codes. Which one stands in the address. */
function EditBankAccountRoute() {
  const words = useWords();
  const id = new URLSearchParams(useLocation().searchStr).get('id');
  const query = useQuery(bankAccountsQuery());
  const { data, isError } = query;
  const account = data?.find((each) => each.id === id);
  const isEditable = account?.status === 'active' || account?.status === 'inactive';
  return (
    <Page title={words('bank.edit.title')} width="flow" intro={words('bank.edit.intro')}>
      {isError && <Unavailable query={query}>{words('bank.unavailable')}</Unavailable>}
      {!data && !isError && <Skeleton width="100%" height="320px" />}
      {data && !isEditable && (
        <Notice
          tone="info"
          action={
            <ButtonLink to="/bank-account" variant="secondary">
              {words('bank.title')}
            </ButtonLink>
          }
        >
          {words(account ? 'bank.edit.notNow' : 'bank.edit.gone')}
        </Notice>
      )}
      {account && isEditable && <Edit key={account.id} account={account} />}
    </Page>
  );
}

function Edit({ account: { id, fields: saved } }: { account: BankAccount }) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const kept = useValue(editDraft);
  // What was typed of this one before the codes were asked for, and went back.
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
            to: proveAct({
              action: 'edit-bank-account',
              intro: 'bank.verify.edit',
              review,
              startsAt: `/edit-bank-account?id=${id}`,
              async act(intent, mfa) {
                await bankApi.bankAccounts.edit(id, fields, { intent, mfa });
                stale.mark('movements');
                editDraft.set(undefined);
              },
              goesTo: '/result/bank-account-success',
            }),
          })
        }
        onCancel={() => {
          editDraft.set(undefined);
          history.push('/bank-account');
        }}
      />
    </Card>
  );
}

export const EditBankAccount = withQueries(EditBankAccountRoute);
