import type { CorporateExtras } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const List = styled.ul`
  display: grid;
  gap: ${vars.space3};
  padding-inline-start: ${vars.space5};
  list-style: disc;
  color: ${vars.fg};
`;

/** Documents that a company sends, by its type. */
const documents: Record<CorporateExtras['businessType'], readonly MessageId[]> = {
  'sole proprietorship': ['documents.incorporation', 'documents.owner', 'documents.address'],
  partnership: ['documents.incorporation', 'documents.partners', 'documents.authority', 'documents.address'],
  'financial institution': [
    'documents.incorporation',
    'documents.licence',
    'documents.owners',
    'documents.authority',
    'documents.address',
  ],
  'exempt financial institution': [
    'documents.incorporation',
    'documents.exemption',
    'documents.owners',
    'documents.authority',
    'documents.address',
  ],
};

/** The documents that a company sends and where to. Until that is known, says that they will be requested. */
export function Documents({ businessType, email }: { businessType: CorporateExtras['businessType']; email?: string }) {
  const t = useTranslate();
  return (
    <>
      <p>{email === undefined ? t('documents.later') : t('documents.where', { email })}</p>
      <List>
        {documents[businessType].map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </List>
    </>
  );
}
