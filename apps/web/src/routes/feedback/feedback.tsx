import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { useConfig } from '../../app/config.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { session } from '../../app/services.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { draft } from '../../features/feedback/draft.ts';
import { sent } from '../../features/feedback/feedback.ts';
import { FeedbackForm } from '../../features/feedback/FeedbackForm.tsx';

function FeedbackRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const config = useConfig();
  const { authUser } = useValue(session);
  return (
    <Page title={words('header.feedback')} width="flow" intro={words('feedback.intro')}>
      <Card>
        <FeedbackForm
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
