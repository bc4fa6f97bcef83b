import { ApiError } from '@wusd/api-sdk/core';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { Unavailable } from '../feedback/Unavailable.tsx';
import { useTranslate } from '../i18n/use-translate.ts';
import { Section } from '../layout/Section.tsx';
import type { BankDraft } from './draft.ts';
import { isIntermediary } from './fields.ts';
import { Intermediary } from './Intermediary.tsx';
import type { useRequirements } from './queries.ts';
import { RequirementField } from './RequirementField.tsx';
import { WayFields } from './WayFields.tsx';

export interface BankFieldsProps extends ReturnType<typeof useRequirements> {
  draft: BankDraft;
}

/** Bank account fields of the enclosing form: country, currency and rail, then the fields that the rail requires. */
export function BankFields({ draft, way, query, requirements }: BankFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <WayFields way={draft.way} />
      {way && <RequirementsState query={query} />}
      {requirements.length > 0 && (
        <Section title={t('bank.details')}>
          {requirements.map((each) =>
            isIntermediary(each) ? (
              <Intermediary key={each.field} />
            ) : (
              <RequirementField key={each.field} requirement={each} requirements={requirements} draft={draft} />
            ),
          )}
        </Section>
      )}
    </>
  );
}

interface RequirementsStateProps {
  query: Parameters<typeof Unavailable>[0]['query'] & { data: unknown; error: unknown };
}

/** Shows why there are no fields yet. */
function RequirementsState({ query }: RequirementsStateProps) {
  const t = useTranslate();
  const { data, error } = query;
  if (error instanceof ApiError && error.is('PAIR_NOT_OFFERED'))
    return <Notice tone="warning">{t('bank.way.notOffered')}</Notice>;
  if (error) return <Unavailable query={query}>{t('bank.form.unavailable')}</Unavailable>;
  return data === undefined && <Skeleton width="100%" height="320px" />;
}
