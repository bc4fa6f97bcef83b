import type { CorporateExtras } from '@wusd/api-sdk/core';
import { companyDocuments } from '@wusd/i18n/company-documents';
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

/** The documents that a company must send, and where to. Until the address is known, announces the request. */
export function Documents({ businessType, email }: { businessType: CorporateExtras['businessType']; email?: string }) {
  const t = useTranslate();
  return (
    <>
      <p>{email === undefined ? t('documents.later') : t('documents.where', { email })}</p>
      <List>
        {companyDocuments[businessType].map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </List>
    </>
  );
}
