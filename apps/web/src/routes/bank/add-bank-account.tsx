import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { proveAct } from '../../app/acts.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { holds } from '../../app/session.ts';
import { stale } from '../../app/stale.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { BankAccountForm } from '../../features/bank-accounts/BankAccountForm.tsx';
import { fiatWithdrawDraft } from '../../app/money/fiat-withdraw-draft.ts';
import { bankDraft, noDraft } from '../../features/bank-accounts/draft.ts';
import { bankApi } from '../../app/money/saved-bank-accounts.ts';

/** A new bank account, typed and then proved by codes. */
function AddBankAccountRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const { history } = useRouter();
  const draft = useValue(bankDraft);
  // Begun from a withdrawal, it goes back there.
  const isOnTheWay =
    new URLSearchParams(useLocation().searchStr).get('from') === 'withdraw' && holds('wallet.wallets.withdraw');
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
                startsAt: isOnTheWay ? '/add-bank-account?from=withdraw' : '/add-bank-account',
                async act(intent, mfa) {
                  const { id } = await bankApi.bankAccounts.add(fields, { intent, mfa });
                  if (isOnTheWay)
                    fiatWithdrawDraft.set({
                      ...fiatWithdrawDraft.get(),
                      currency: fields.currency,
                      senderAccountId: '',
                      bankAccountId: id,
                    });
                  stale.mark('movements');
                  bankDraft.set(noDraft);
                },
                goesTo: isOnTheWay ? '/result/bank-account-success1' : '/result/bank-account-success',
              }),
            })
          }
          onCancel={() => history.push(isOnTheWay ? '/fiat-withdraw' : '/bank-account')}
        />
      </Card>
    </Page>
  );
}

export const AddBankAccount = withQueries(AddBankAccountRoute);
