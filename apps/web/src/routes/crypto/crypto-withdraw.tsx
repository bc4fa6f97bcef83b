import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { useConfig } from '../../shared/api/config.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { PaymentFrame } from '../../shared/payments/PaymentFrame.tsx';
import { usePaymentLink } from '../../shared/payments/payment-link.ts';
import { noteOf, usePayment } from '../../shared/payments/use-payment.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { RecentWithdrawals } from '../../features/crypto/RecentWithdrawals.tsx';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';
import { addressName } from '../../features/crypto/networks.ts';
import { cryptoWithdrawal, readLink } from '../../features/crypto/withdrawal-payment.ts';
import { WithdrawForm } from '../../features/crypto/WithdrawForm.tsx';
import { WithdrawReview } from '../../features/crypto/WithdrawReview.tsx';
import { CostAndTime } from '../../features/limits/CostAndTime.tsx';
import { MoneyGuide } from '../../features/guide/MoneyGuide.tsx';

/** Cost and duration of a withdrawal to the chosen address. */
function ChosenTerms({ saved }: { saved: readonly BlockchainAddress[] | undefined }) {
  const { addressId, currency } = cryptoWithdrawal.draft();
  const chosen = saved?.find(({ id }) => id === addressId);
  return chosen ? <CostAndTime act="crypto withdrawal" currency={currency} networkId={chosen.networkId} /> : null;
}

/** A crypto withdrawal: the form, then its review. Verification and result are separate pages. */
function CryptoWithdrawRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { history } = useRouter();
  const config = useConfig();
  const { step, transaction: open, ...link } = useSearch({ from: '/crypto-withdraw' });
  const { data: addresses } = useQuery(addressesQuery());
  const request = cryptoWithdrawal.request();
  const address = request?.newRecipient ?? addresses?.find(({ id }) => id === request?.addressId);
  const state = usePayment(cryptoWithdrawal, {
    recipient: address && addressName(address),
    toReview: () => void navigate({ to: '/crypto-withdraw', search: { step: 'review' } }),
    toVerification: (to) => void navigate({ to }),
    toResult: (id) => navigate({ to: '/result/crypto-withdraw-success', search: { transaction: id }, replace: true }),
  });
  const ignored = usePaymentLink({
    link,
    read: addresses && config && (() => readLink(link, { addresses, config, last: cryptoWithdrawal.draft().currency })),
    fill: (draft) => cryptoWithdrawal.change(draft),
    clear: () => void navigate({ to: '/crypto-withdraw', search: { transaction: open }, replace: true }),
  });
  const review = step === 'review' && state.hasTag('reviewed') ? state.context.review : undefined;

  return (
    <PaymentFrame
      title={t('crypto.withdraw.title')}
      intro={t('crypto.withdraw.intro')}
      step={review ? 'review' : 'details'}
      note={noteOf(state) ?? ignored}
      side={
        <>
          <MoneyGuide page="cryptoWithdraw" />
          {/* Keep last: it loads late, and would shift the cards below it. */}
          <ChosenTerms saved={addresses} />
        </>
      }
    >
      <Card padding="generous">
        {review ? (
          <WithdrawReview
            address={address}
            saved={addresses ?? []}
            review={review}
            onConfirm={() => cryptoWithdrawal.send({ type: 'confirm' })}
            onChange={() => history.back()}
          />
        ) : (
          <WithdrawForm />
        )}
      </Card>
      {!review && (
        <RecentWithdrawals onOpen={(id) => void navigate({ to: '/crypto-withdraw', search: { transaction: id } })} />
      )}
      <Drawer
        isOpen={open !== undefined}
        onClose={() => void navigate({ to: '/crypto-withdraw', replace: true })}
        title={t('crypto.withdraw.detail')}
        closeLabel={t('app.close')}
      >
        {open !== undefined && <TransactionDetail key={open} id={open} />}
      </Drawer>
    </PaymentFrame>
  );
}

export const CryptoWithdraw = withQueries(CryptoWithdrawRoute);
