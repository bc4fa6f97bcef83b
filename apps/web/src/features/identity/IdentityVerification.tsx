import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { VerificationCase } from '@wusd/api-sdk/core';
import { formatDateTime, formatFileSize, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { connection } from '../../shared/api/connection.ts';
import { toast } from '../../shared/feedback/toasts.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { useStore } from '../../shared/state/store.ts';
import { Persons } from './Persons.tsx';
import { Requirement } from './Requirement.tsx';
import { type Stage, stageOf, stages, todoOf } from './verification-stage.ts';
import { verificationApi, verificationQuery } from './verification-api.ts';

const Stages = styled.ol`
  display: grid;
  grid-template-columns: repeat(${stages.length}, minmax(0, 1fr));
  gap: ${vars.space3};

  li {
    display: grid;
    gap: ${vars.space3};
    padding-top: ${vars.space3};
    border-top: 4px solid ${vars.border};
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
    overflow-wrap: break-word;
  }
  li[data-state='done'] {
    border-color: ${vars.positive};
  }
  li[data-state='current'] {
    border-color: ${vars.accent};
    color: ${vars.fg};
    font: ${vars.typeLabel};
  }
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  overflow-wrap: break-word;
`;
const Submit = styled.div`
  display: grid;
  gap: ${vars.space4};
`;

const nextTexts = {
  upload: 'profile.verification.next.upload',
  correct: 'profile.verification.next.correct',
  submit: 'profile.verification.next.submit',
  wait: 'profile.verification.next.us',
} as const satisfies Record<string, MessageId>;

/** The requirements of the customer's verification, its progress, and the next step. */
export function IdentityVerification() {
  const t = useTranslate();
  const shown = useStore(language);
  const config = useConfig();
  const query = useQuery(verificationQuery);
  const isOffline = useStore(connection) === 'offline';
  const { data: verification } = query;
  if (!verification)
    return query.isError ? (
      <Unavailable query={query}>{t('profile.verification.unavailable')}</Unavailable>
    ) : (
      <Card>
        <Skeleton width="100%" height="320px" />
      </Card>
    );
  const { requirements, limits, reference, since } = verification;
  const rules = config?.upload;
  const todo = todoOf(verification);
  return (
    <>
      <Card>
        <Section title={t('profile.documents')}>
          <Progress current={stageOf(verification)} />
          <Notice tone={todo === 'wait' ? 'neutral' : todo === 'correct' ? 'negative' : 'warning'} role="status">
            <p>{t(nextTexts[todo])}</p>
            <Muted>{t('profile.verification.since', { time: formatDateTime(shown, since) })}</Muted>
          </Notice>
          {isOffline && <Notice tone="neutral">{t('profile.verification.offline')}</Notice>}
          <ul aria-label={t('profile.documents')}>
            {requirements.map((requirement) => (
              <Requirement
                key={requirement.kind}
                requirement={requirement}
                rules={rules}
                maxFiles={limits.filesEach}
                isOffline={isOffline}
              />
            ))}
          </ul>
          {rules && todo !== 'wait' && (
            <Muted>
              {t('profile.verification.rules', {
                types: new Intl.ListFormat(shown.replace('_', '-'), { type: 'disjunction' }).format(rules.types),
                size: formatFileSize(shown, rules.maxBytesEach),
                count: limits.filesEach,
              })}
            </Muted>
          )}
          <Muted>{t('profile.verification.byMail', { email: config?.supportEmail ?? '', reference })}</Muted>
        </Section>
      </Card>
      {limits.persons > 0 && (
        <Card>
          <Section title={t('profile.verification.persons')}>
            <Persons verification={verification} rules={rules} isOffline={isOffline} />
          </Section>
        </Card>
      )}
      {todo !== 'wait' && <SubmitCase verification={verification} isOffline={isOffline} />}
    </>
  );
}

function Progress({ current }: { current: Stage }) {
  const t = useTranslate();
  const at = stages.indexOf(current);
  return (
    <Stages aria-label={t('profile.verification.stages')}>
      {stages.map((stage, index) => (
        <li
          key={stage}
          data-state={index < at ? 'done' : index === at ? 'current' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`profile.verification.stage.${stage}`)}
        </li>
      ))}
    </Stages>
  );
}

function SubmitCase({ verification, isOffline }: { verification: VerificationCase; isOffline: boolean }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [hasNoOwner, setHasNoOwner] = useState(false);
  const submission = useSubmission(
    () => verificationApi.submit(hasNoOwner ? { hasNoOwner } : {}),
    (answer) => {
      queries.setQueryData(verificationQuery.queryKey, answer);
      toast(t('profile.resubmitted'));
    },
  );
  const { persons, limits, requirements } = verification;
  const percent = limits.ownerPercent;
  const isCompany = limits.persons > 0;
  const hasOwner = persons.some(({ roles }) => roles.includes('owner'));
  const hasDirector = persons.some(({ roles }) => roles.includes('director'));
  const left = [...requirements, ...persons.flatMap((person) => person.requirements)].filter(
    ({ status }) => status === 'needed' || status === 'rejected',
  ).length;
  const missing: string[] = [
    ...(left > 0 ? [t('profile.verification.left', { count: left })] : []),
    ...(isCompany && !hasDirector ? [t('profile.verification.directorMissing')] : []),
    ...(isCompany && !hasOwner && !hasNoOwner ? [t('profile.verification.ownerMissing', { percent })] : []),
  ];
  return (
    <Submit>
      {isCompany && !hasOwner && (
        <Checkbox
          label={t('profile.verification.noOwner', { percent })}
          checked={hasNoOwner}
          onChange={({ currentTarget }) => setHasNoOwner(currentTarget.checked)}
        />
      )}
      <FormError error={submission.error} />
      {missing.map((line) => (
        <Muted key={line}>{line}</Muted>
      ))}
      <Button
        isWide
        disabled={isOffline || missing.length > 0}
        isBusy={submission.isPending}
        onClick={() => submission.mutate(undefined)}
      >
        {t('profile.verification.submit')}
      </Button>
    </Submit>
  );
}
