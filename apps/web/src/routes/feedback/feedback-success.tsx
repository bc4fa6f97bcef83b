import { maskEmail } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useSubmission } from '../../shared/forms/submission.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useConfig } from '../../shared/api/config.ts';
import { CopyButton } from '../../shared/feedback/Copyable.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { saveFile } from '../../shared/api/save-file.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { feedbackApi, sent } from '../../features/feedback/feedback.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

const Lines = styled.span`
  display: grid;
  justify-items: center;
  gap: ${vars.space4};
`;
const Reference = styled.span`
  display: grid;
  justify-items: center;
  gap: ${vars.space3};
  color: ${vars.fg};

  strong {
    user-select: all;
  }
`;

function FeedbackSuccessRoute() {
  const t = useTranslate();
  const done = useStore(sent);
  const config = useConfig();
  const download = useSubmission(
    (number: number) => feedbackApi.feedback.attachment(done?.reference ?? '', number),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
  const numbers = Array.from({ length: done?.files ?? 0 }, (_, index) => index + 1);
  return (
    <ResultPage
      icon="check"
      title={t('feedback.success.title')}
      action={
        <Actions>
          {numbers.map((number) => (
            <Button key={number} variant="secondary" onClick={() => download.mutate(number)}>
              {t('feedback.success.file', { number })}
            </Button>
          ))}
          <FormError error={download.error} />
          <ButtonLink to="/home">{t('app.backHome')}</ButtonLink>
          <ButtonLink to="/feedback" variant="quiet">
            {t('feedback.success.another')}
          </ButtonLink>
        </Actions>
      }
    >
      {done ? (
        <Lines>
          <span>{t('feedback.success.body', { email: maskEmail(done.email) })}</span>
          <Reference>
            {t('feedback.success.reference')}
            <strong>{done.reference}</strong>
            <CopyButton text={done.reference} what={t('feedback.success.theReference')} />
          </Reference>
          {config && <span>{t('feedback.success.quote', { support: config.supportEmail })}</span>}
        </Lines>
      ) : (
        t('feedback.success.bodyPlain')
      )}
    </ResultPage>
  );
}

export default withQueries(FeedbackSuccessRoute);
