import { useNavigate, useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { proveAct } from '../../app/acts.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { stale } from '../../app/stale.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { BankAccountForm } from '../../features/bank-accounts/BankAccountForm.tsx';
import { bankDraft, noDraft } from '../../features/bank-accounts/draft.ts';
import { bankApi } from '../../features/bank-accounts/queries.ts';

/** A new bank account, typed and then proved by codes. */
function AddBankAccountRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const { history } = useRouter();
  const draft = useValue(bankDraft);
  return (
    <Page title={words('bank.add')} width="flow" intro={words('bank.add.intro')}>
      <Card>
        <BankAccountForm
          draft={draft}
          onChange={(next) => bankDraft.set(next)}
          review={(fields) => bankApi.bankAccounts.reviewAdd(fields)}
          onReviewed={(fields, review) =>
            void navigate({
              to: proveAct({
                action: 'add-bank-account',
                intro: 'bank.verify.add',
                review,
                startsAt: '/add-bank-account',
                async act(intent, mfa) {
                  await bankApi.bankAccounts.add(fields, { intent, mfa });
                  stale.mark('crypto');
                  bankDraft.set(noDraft);
                },
                goesTo: '/result/bank-account-success',
              }),
            })
          }
          onCancel={() => history.push('/bank-account')}
        />
      </Card>
    </Page>
  );
}

export const AddBankAccount = withQueries(AddBankAccountRoute);
