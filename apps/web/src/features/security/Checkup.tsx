import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SecurityCheckup, UserAccount } from '@wusd/api-sdk/core';
import { CheckType } from '@wusd/api-sdk/domain';
import { maskEmail } from '@wusd/i18n';
import { canUsePasskeys } from '@wusd/auth-core/passkey';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { checkupSteps, type StepName } from './checkup-steps.ts';
import type { FactorsProps } from './Factors.tsx';
import { checkupQuery } from './queries.ts';
import { reviewNewCodes } from './renew-codes.ts';
import { Rows } from './Rows.tsx';

const Meter = styled.div`
  display: grid;
  gap: ${vars.space3};

  progress {
    width: 100%;
    height: 8px;
    border: 0;
    border-radius: 4px;
    background: ${vars.sunken};
    overflow: hidden;
    appearance: none;
  }
  progress::-webkit-progress-bar {
    background: ${vars.sunken};
  }
  progress::-webkit-progress-value {
    background: ${vars.accent};
  }
  progress::-moz-progress-bar {
    background: ${vars.accent};
  }
`;

export interface CheckupProps extends FactorsProps {
  /** Opens the dialog that adds a passkey. */
  onAddPasskey: () => void;
}

/** The steps that secure an account, each with its state and, if not done yet, its action. */
export function Checkup({ profile, onReviewed, onAddPasskey }: CheckupProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const query = useQuery(checkupQuery);
  const { data: checkup } = query;
  const words = useStepWords(profile, checkup);
  const renew = useSubmission(() => reviewNewCodes(navigate), onReviewed);
  if (!checkup)
    return query.isError ? (
      <Unavailable query={query}>{t('security.checkup.unavailable')}</Unavailable>
    ) : (
      // As high as the steps, which wrap on a phone, so that the layout does not shift.
      <Skeleton width="100%" height="clamp(510px, 1010px - 80vw, 720px)" />
    );
  const steps = checkupSteps(profile, checkup);
  const done = steps.filter(({ isDone }) => isDone).length;
  const link = (to: string, label: string): ReactNode => (
    <ButtonLink to={to} variant="secondary" isDense>
      {label}
    </ButtonLink>
  );
  const actions: Partial<Record<StepName, ReactNode>> = {
    phone: link('/verify-phone', t('security.checkup.phone.add')),
    authenticator: link('/security-setting/authenticator', t('security.checkup.authenticator.add')),
    codes: (
      <Button variant="secondary" isDense isBusy={renew.isPending} onClick={() => renew.mutate(undefined)}>
        {t('security.checkup.codes.make')}
      </Button>
    ),
    passkey: canUsePasskeys() && (
      <Button variant="secondary" isDense onClick={onAddPasskey}>
        {t('security.checkup.passkey.add')}
      </Button>
    ),
    antiPhishing: link('/security-setting/anti-phishing-code', t('security.checkup.antiPhishing.add')),
    signIns: link('/sessions', t('security.checkup.signIns.review')),
  };
  const summary = t('security.checkup.done', { done, total: steps.length });
  return (
    <>
      <Meter>
        <p>{done === steps.length ? t('security.checkup.all') : summary}</p>
        <progress aria-label={summary} max={steps.length} value={done} />
      </Meter>
      <FormError error={renew.error} />
      <Rows
        rows={steps.map(({ name, isDone }) => ({
          key: name,
          title: words[name].title,
          state: words[name].state,
          actions: isDone ? (
            <Chip tone="positive" icon="check">
              {t('security.checkup.isDone')}
            </Chip>
          ) : (
            actions[name]
          ),
        }))}
      />
    </>
  );
}

/** Title and state of each step. */
function useStepWords(
  { email, phoneNumber, antiPhishingCode, factors }: UserAccount,
  checkup: SecurityCheckup | undefined,
): Record<StepName, { title: string; state: string }> {
  const t = useTranslate();
  const moment = useMoment();
  const { recoveryCodes, signInsReviewedUntil, hasNewDevice } = checkup ?? {};
  const { left = 0, savedAt } = recoveryCodes ?? {};
  return {
    email: { title: t('security.checkup.email'), state: maskEmail(email) },
    phone: {
      title: t('security.checkup.phone'),
      state: phoneNumber === undefined ? t('security.phone.none') : `•••• ${phoneNumber.slice(-4)}`,
    },
    authenticator: {
      title: t('security.authenticator'),
      state: t(factors.includes(CheckType.AUTHENTICATOR) ? 'security.authenticator.on' : 'security.authenticator.off'),
    },
    codes: {
      title: t('security.checkup.codes'),
      state:
        left === 0
          ? t('security.checkup.codes.none')
          : savedAt === undefined
            ? t('security.checkup.codes.unsaved', { left })
            : t('security.checkup.codes.saved', { left, time: moment(savedAt) }),
    },
    passkey: {
      title: t('security.checkup.passkey'),
      state: t(factors.includes(CheckType.PASSKEY) ? 'security.checkup.passkey.on' : 'security.checkup.passkey.off'),
    },
    antiPhishing: {
      title: t('security.antiPhishing'),
      state:
        antiPhishingCode === undefined
          ? t('security.antiPhishing.off')
          : t('security.antiPhishing.on', { code: antiPhishingCode }),
    },
    signIns: {
      title: t('security.checkup.signIns'),
      state:
        signInsReviewedUntil === undefined
          ? t('security.checkup.signIns.never')
          : hasNewDevice
            ? t('security.checkup.signIns.new')
            : t('security.checkup.signIns.reviewed', { time: moment(signInsReviewedUntil) }),
    },
  };
}
