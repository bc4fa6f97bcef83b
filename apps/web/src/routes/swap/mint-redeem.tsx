import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { session } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { swapApi } from '../../features/swap/api.ts';
import { finishDraft, reviewed } from '../../features/swap/draft.ts';
import { SwapForm } from '../../features/swap/SwapForm.tsx';
import { SwapReview } from '../../features/swap/SwapReview.tsx';

/** Mint, redeem, swap: what and how much, then all that it does, then the codes. Back goes a step back; a reload keeps what was typed. */
function MintRedeemRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { step } = useSearch({ from: '/mint-redeem' });
  const { isLogin } = useStore(session);
  const looked = useStore(reviewed);
  const isReview = looked !== undefined && step === 'review';

  const confirm = (): void => {
    if (!looked) return;
    const quoteId = looked.quote.quoteId ?? '';
    void navigate({
      to: startVerification({
        command: 'remit',
        intro: 'swap.verify.plain',
        review: looked.review,
        async execute(intent, mfa) {
          const { id } = await swapApi.otc.submit({ quoteId }, { intent, mfa, captcha: captchaFor('swap') });
          finishDraft();
          await navigate({ to: '/mint-redeem/success', search: { result: { id } }, replace: true });
        },
      }),
    });
  };
  return (
    <Page title={t('swap.title')} width="flow" intro={t('swap.intro')}>
      <Card padding="generous">
        {isReview ? (
          <SwapReview {...looked} onConfirm={confirm} onChange={() => history.back()} />
        ) : (
          <SwapForm
            isSignedIn={isLogin}
            onReviewed={(quote, review) => {
              reviewed.set({ quote, review });
              void navigate({ to: '/mint-redeem', search: { step: 'review' } });
            }}
            onSignIn={() =>
              void loadAuth()
                .then((auth) => auth.writeLastPath('/mint-redeem'))
                .then(() => navigate({ to: '/login' }))
            }
          />
        )}
      </Card>
    </Page>
  );
}

export default withQueries(MintRedeemRoute);
