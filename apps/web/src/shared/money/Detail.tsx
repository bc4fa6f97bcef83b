import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { useTranslate } from '../i18n/use-translate.ts';

/** Layout of one transaction or order: status, timeline, details and actions. */
export const Detail = styled.div`
  display: grid;
  justify-items: start;
  gap: ${vars.space5};

  > dl,
  > section,
  > button,
  > [role] {
    width: 100%;
  }
  h3 {
    margin-bottom: ${vars.space3};
    font: ${vars.typeHeadline};
  }
`;

/** A part of the details with its own heading. */
export function DetailPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Reason of a hold. @param until text about when the hold ends, if known */
export function Why({ message, until }: { message: string; until: string | undefined }) {
  const t = useTranslate();
  return (
    <DetailPart title={t('order.why')}>
      <Notice tone="info">
        {message}
        {until !== undefined && <p>{until}</p>}
      </Notice>
    </DetailPart>
  );
}
