import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { holds } from '../../shared/session/session.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { BankAccountForm } from '../../features/bank-accounts/BankAccountForm.tsx';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { fiatWithdrawal } from '../../features/fiat/withdrawal-payment.ts';
import { bankDraft } from '../../features/bank-accounts/draft.ts';
import { noDraft } from '../../shared/bank-accounts/draft.ts';
import { bankApi } from '../../shared/money/saved-bank-accounts.ts';
import { AccountSide } from '../account-side.tsx';

/** Adds a bank account, which codes then verify. */
function AddBankAccountRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const draft = useStore(bankDraft);
  // If the customer came from a withdrawal, the page returns there.
  const { from } = useSearch({ from: '/add-bank-account' });
  const isOnTheWay = from === 'withdraw' && holds('wallet.wallets.withdraw');
  return (
    <Page
      title={t('bank.add')}
      width="flow"
      side={
        <>
          <AccountSide />
          <HelpCard questions={['intermediary', 'unusable']} />
        </>
      }
      intro={t('bank.add.intro')}
    >
      <Card>
        <BankAccountForm
          draft={draft}
          onChange={(next) => bankDraft.set(next)}
          review={(fields) => bankApi.bankAccounts.reviewAdd(fields)}
          onReviewed={(fields, review) =>
            void navigate({
              to: startVerification({
                command: 'add-bank-account',
                intro: 'bank.verify.add',
                review,
                restart: { to: '/add-bank-account', search: isOnTheWay ? { from } : {} },
                async execute(intent, mfa) {
                  const { id } = await bankApi.bankAccounts.add(fields, { intent, mfa });
                  if (isOnTheWay)
                    fiatWithdrawal.change({
                      currency: fields.currency,
                      senderAccountId: '',
                      bankAccountId: id,
                      newRecipient: undefined,
                    });
                  invalidation.publish('recipients-changed');
                  bankDraft.set(noDraft);
                },
                redirectTo: isOnTheWay ? '/result/bank-account-success1' : '/result/bank-account-success',
              }),
            })
          }
          onCancel={() => void navigate({ to: isOnTheWay ? '/fiat-withdraw' : '/bank-account' })}
        />
      </Card>
    </Page>
  );
}

export const AddBankAccount = withQueries(AddBankAccountRoute);
