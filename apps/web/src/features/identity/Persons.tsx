import { useQueryClient } from '@tanstack/react-query';
import type { Config, VerificationCase, VerificationPerson } from '@wusd/api-sdk/core';
import { formatDate } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { ConfirmButton } from '@wusd/ui-kit/ConfirmButton';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useState } from 'react';
import { styled } from 'styled-components';
import { countryIn } from '../../shared/forms/countries.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useStore } from '../../shared/state/store.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { Requirement, statusLooks } from './Requirement.tsx';
import { verificationApi, verificationQuery } from './verification-api.ts';

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space5};
`;
const Person = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space3};
  padding: ${vars.space5};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusCard};
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space4};
  overflow-wrap: break-word;

  h3 {
    font: ${vars.typeHeadline};
  }
  p {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};

  > button {
    width: auto;
  }
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
`;
const Reason = styled.p`
  color: ${vars.negative};
  font: ${vars.typeLabel};
`;

export interface PersonsProps {
  verification: VerificationCase;
  rules: Config['upload'] | undefined;
  isOffline: boolean;
}

/** Directors and owners of a company, each with the documents they need. */
export function Persons({ verification, rules, isOffline }: PersonsProps) {
  const t = useTranslate();
  const [edited, setEdited] = useState<VerificationPerson | 'new'>();
  const { persons, limits } = verification;
  return (
    <>
      <Muted>{t('profile.verification.persons.intro', { percent: limits.ownerPercent })}</Muted>
      {persons.length === 0 && <p>{t('profile.verification.persons.empty')}</p>}
      <List>
        {persons.map((person) => (
          <PersonCard
            key={person.id}
            person={person}
            rules={rules}
            maxFiles={limits.filesEach}
            isOffline={isOffline}
            onEdit={() => setEdited(person)}
          />
        ))}
      </List>
      {persons.length < limits.persons && (
        <Button variant="secondary" disabled={isOffline} onClick={() => setEdited('new')}>
          {t('profile.verification.person.add')}
        </Button>
      )}
      {edited && (
        <PersonDialog
          person={edited === 'new' ? undefined : edited}
          ownerPercent={limits.ownerPercent}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface PersonCardProps {
  person: VerificationPerson;
  rules: Config['upload'] | undefined;
  maxFiles: number;
  isOffline: boolean;
  onEdit: () => void;
}

function PersonCard({ person, rules, maxFiles, isOffline, onEdit }: PersonCardProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const shown = useStore(language);
  const removal = useSubmission(
    () => verificationApi.removePerson(person.id),
    (answer) => queries.setQueryData(verificationQuery.queryKey, answer),
  );
  const { id, fullName: name, roles, sharePercent: share = '', dateOfBirth, residence, status, reasonCode } = person;
  const isEditable = status === 'uploaded' || status === 'rejected';
  const described = roles.map((role) =>
    role === 'owner' ? t('profile.verification.role.ownerOf', { share }) : t('profile.verification.role.director'),
  );
  return (
    <Person>
      <Head>
        <div>
          <h3>{name}</h3>
          <p>{[...described, formatDate(shown, dateOfBirth), countryIn(shown, residence)].join(' · ')}</p>
        </div>
        <StatusChip status={statusLooks[status].kind}>
          {t(status === 'uploaded' ? 'profile.verification.status.added' : statusLooks[status].label)}
        </StatusChip>
      </Head>
      {reasonCode && <Reason>{t(`documents.reason.${reasonCode}`)}</Reason>}
      <ul aria-label={t('profile.verification.documentsOf', { name })}>
        {person.requirements.map((requirement) => (
          <Requirement
            key={requirement.kind}
            requirement={requirement}
            person={{ id, name }}
            rules={rules}
            maxFiles={maxFiles}
            isOffline={isOffline}
          />
        ))}
      </ul>
      <FormError error={removal.error} />
      {isEditable && (
        <Actions>
          <Button variant="secondary" disabled={isOffline} onClick={onEdit}>
            {t('profile.verification.person.edit')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <ConfirmButton
            isOffered={!isOffline}
            label={t('profile.verification.remove')}
            subject={name}
            title={t('profile.verification.person.confirm', { name })}
            body={t('profile.verification.person.confirm.body')}
            cancelLabel={t('app.cancel')}
            isBusy={removal.isPending}
            onConfirm={() => removal.mutate(undefined)}
          />
        </Actions>
      )}
    </Person>
  );
}
