import { maskEmail } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useSubmission } from '../../app/forms/submission.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { withQueries } from '../../app/queries.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { feedbackApi, sent } from '../../features/feedback/feedback.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

/** Whole on its line, and taken whole by one click. */
const Reference = styled.strong`
  display: block;
  margin-top: ${vars.space3};
  color: ${vars.fg};
  white-space: nowrap;
  user-select: all;
`;

function FeedbackSuccessRoute() {
  const words = useWords();
  const done = useValue(sent);
  const download = useSubmission(
    (number: number) => feedbackApi.feedback.attachment(done?.reference ?? '', number),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
  const numbers = Array.from({ length: done?.files ?? 0 }, (_, index) => index + 1);
  return (
    <OneThing
      icon="check"
      title={words('feedback.success.title')}
      action={
        <Actions>
          {numbers.map((number) => (
            <Button key={number} variant="secondary" onClick={() => download.mutate(number)}>
              {words('feedback.success.file', { number })}
            </Button>
          ))}
          <Refusal error={download.error} />
          <ButtonLink to="/home">{words('app.backHome')}</ButtonLink>
          <ButtonLink to="/feedback" variant="quiet">
            {words('feedback.success.another')}
          </ButtonLink>
        </Actions>
      }
    >
      {done ? (
        <>
          {words('feedback.success.body', { email: maskEmail(done.email) })}
          <Reference>{done.reference}</Reference>
        </>
      ) : (
        words('feedback.success.bodyPlain')
      )}
    </OneThing>
  );
}

export default withQueries(FeedbackSuccessRoute);
