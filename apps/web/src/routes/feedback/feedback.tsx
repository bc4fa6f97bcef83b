import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { useConfig } from '../../shared/api/config.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { session } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { draft } from '../../features/feedback/draft.ts';
import { sent } from '../../features/feedback/feedback.ts';
import { FeedbackForm } from '../../features/feedback/FeedbackForm.tsx';
import { AccountSide } from '../account-side.tsx';

function FeedbackRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const config = useConfig();
  const { authUser } = useStore(session);
  return (
    <Page title={t('header.feedback')} width="flow" side={<AccountSide />} intro={t('feedback.intro')}>
      <Card>
        <FeedbackForm
          key={authUser?.email}
          rules={config?.upload}
          accountEmail={authUser?.email}
          onSent={(done) => {
            sent.set(done);
            draft.set({ owner: undefined, text: '', email: '' });
            void navigate({ to: '/result/feedback-success', replace: true });
          }}
        />
      </Card>
    </Page>
  );
}

export default withQueries(FeedbackRoute);
