import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { loadAuth } from '../../shared/session/auth.ts';
import { useConfig } from '../../shared/api/config.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { session } from '../../shared/api/client.ts';
import { PaymentFrame } from '../../shared/payments/PaymentFrame.tsx';
import { usePaymentLink } from '../../shared/payments/payment-link.ts';
import { noteOf, usePayment } from '../../shared/payments/use-payment.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { readLink, swapPayment } from '../../features/swap/payment.ts';
import { SwapForm } from '../../features/swap/SwapForm.tsx';
import { SwapReview } from '../../features/swap/SwapReview.tsx';
import { CostAndTime } from '../../features/limits/CostAndTime.tsx';
import { MoneyGuide } from '../../features/guide/MoneyGuide.tsx';

/** Mint, redeem and swap: the form, then its review. Verification and result are separate pages. */
function MintRedeemRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { history } = useRouter();
  const config = useConfig();
  const { step, ...link } = useSearch({ from: '/mint-redeem' });
  const { isLogin } = useStore(session);
  const state = usePayment(swapPayment, {
    recipient: undefined,
    toReview: () => void navigate({ to: '/mint-redeem', search: { step: 'review' } }),
    toVerification: (to) => void navigate({ to }),
    toResult: (id) => navigate({ to: '/mint-redeem/success', search: { result: { id } }, replace: true }),
  });
  const ignored = usePaymentLink({
    link,
    read: config && (() => readLink(link, config.swapPairs)),
    fill: (draft) => swapPayment.change(draft),
    clear: () => void navigate({ to: '/mint-redeem', replace: true }),
  });
  const quote = swapPayment.request();
  const { pay, receive } = swapPayment.draft().sides;
  const review = step === 'review' && state.hasTag('reviewed') ? state.context.review : undefined;

  return (
    <PaymentFrame
      title={t('swap.title')}
      intro={t('swap.intro')}
      step={review && quote ? 'review' : 'details'}
      note={noteOf(state) ?? ignored}
      side={
        <>
          <MoneyGuide page="swap" />
          {/* Keep last: it loads late, and would shift the cards below it. */}
          <CostAndTime act="swap" currency="WUSD" counterCurrency={pay === 'WUSD' ? receive : pay} />
        </>
      }
    >
      <Card padding="generous">
        {review && quote ? (
          <SwapReview
            quote={quote}
            review={review}
            earlier={swapPayment.earlier()?.request}
            // If the swap may have been executed, repeat the same submission, however old its rate is.
            isExpired={state.context.isExpired && !state.context.isOutcomeUnknown}
            isRenewing={state.matches('renewing')}
            failure={state.context.failure}
            onRenew={() => swapPayment.send({ type: 'renew' })}
            onConfirm={() => swapPayment.send({ type: 'confirm' })}
            onChange={() => history.back()}
          />
        ) : (
          <SwapForm
            isSignedIn={isLogin}
            onSignIn={() =>
              void loadAuth()
                .then((auth) => auth.writeLastPath('/mint-redeem'))
                .then(() => navigate({ to: '/login' }))
            }
          />
        )}
      </Card>
    </PaymentFrame>
  );
}

export default withQueries(MintRedeemRoute);
