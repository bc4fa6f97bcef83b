import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk';
import { seal } from '@wusd/auth-core/seal';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../app/config.ts';
import { reportFailure } from '../app/failures.ts';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { withQueries } from '../app/queries.tsx';
import { api, loadConfig } from '../app/services.ts';
import { useWords } from '../app/words.ts';
import { NewPassword } from '../features/password/NewPassword.tsx';
import { rulesOf } from '../features/password/rules.ts';

const Intro = styled.p`
  color: ${vars.fgMuted};
  overflow-wrap: anywhere;
`;
const Form = styled.form`
  display: grid;
  gap: ${vars.space6};
`;

/** The token and the address of the query: untrusted, held in memory, and gone from the address bar at once. */
function useHandedOver(): { resetToken: string; email: string } {
  const [handed] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { resetToken: query.get('resetToken')?.slice(0, 200) ?? '', email: query.get('email')?.slice(0, 100) ?? '' };
  });
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return handed;
}

function ForgetPasswordSetRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const config = useConfig();
  const { resetToken, email } = useHandedOver();
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const reset = useMutation({
    meta: { isHandled: true },
    mutationFn: async () => {
      const attempt = async (fresh: boolean): Promise<null> => {
        const { sealingKey } = await loadConfig({ fresh });
        return api.password.reset({ resetToken, payload: await seal(sealingKey, { password }) });
      };
      // The sealing key rotates: sealed to an old one, it is sealed again, once.
      return attempt(false).catch((error: unknown) => {
        if (error instanceof ApiError && error.is('SEALED_PAYLOAD_UNREADABLE')) return attempt(true);
        throw error;
      });
    },
    onSuccess: () => navigate({ to: '/forget-password/success', replace: true }),
    onError: (error) => {
      if (!(error instanceof ApiError)) reportFailure(error);
    },
  });
  const { error } = reset;
  const isSpent = error instanceof ApiError && error.is('RESET_TOKEN_INVALID');

  if (resetToken === '' || isSpent) {
    return (
      <Page title={words('forgot.set.title')} width="flow" isTitleHidden>
        <Card>
          <EmptyState
            icon="key"
            level={1}
            title={words('forgot.set.over')}
            action={<ButtonLink to="/forget-password">{words('forgot.begin')}</ButtonLink>}
          >
            {isSpent ? error.message : words('forgot.set.noToken')}
          </EmptyState>
        </Card>
      </Page>
    );
  }

  const rules = config ? rulesOf(password, config.password) : [];
  const isStrong = rules.length > 0 && rules.every(({ isMet }) => isMet);
  const complaint =
    isSubmitted && !isStrong ? words(password === '' ? 'password.required' : 'password.rulesOpen') : undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!isStrong) field.current?.focus();
    else if (!reset.isPending) reset.mutate();
  };

  return (
    <Page title={words('forgot.set.title')} width="flow">
      <Intro>{words('forgot.set.intro', { email })}</Intro>
      <Card>
        <Form onSubmit={submit} noValidate>
          {error instanceof ApiError && (
            <Notice tone="negative" role="alert">
              {error.message}
            </Notice>
          )}
          {/* What a password manager saves the new password under. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <NewPassword ref={field} value={password} rules={rules} error={complaint} onChange={setPassword} />
          <Notice tone="info">{words('forgot.set.consequence')}</Notice>
          <Button type="submit" isWide isBusy={reset.isPending}>
            {words('forgot.set.submit')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(ForgetPasswordSetRoute);
