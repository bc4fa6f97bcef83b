import { useMutation } from '@tanstack/react-query';
import { type Body, createClientOf } from '@wusd/api-sdk/core';
import { sandbox } from '@wusd/api-sdk/resources/sandbox';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { usePageSearch } from '../../shared/routing/use-page-search.ts';
import { publicOptions } from '../../shared/api/client.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

// Shared by the parts of the sandbox drawer.

/**
 * Interval in milliseconds at which the drawer polls for possible events, because not every step is pushed to the page.
 */
export const pollMs = 1500;

export const { sandbox: sandboxApi } = createClientOf(publicOptions, { sandbox });

const Section = styled.section`
  display: grid;
  gap: ${vars.space4};

  h3 {
    font: ${vars.typeHeadline};
  }
`;
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;

export const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;
export const Form = styled.form`
  display: grid;
  gap: ${vars.space4};
`;

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </Section>
  );
}

export function useSandboxEvent(onSuccess: () => void) {
  return useMutation({
    mutationFn: (event: Body<'POST /sandbox/events'>) => sandboxApi.createEvent(event),
    onSuccess,
  });
}

/** Id with this prefix from the search parameters of the page; undefined if there is none. */
export function useIdOnPage(prefix: 'otc' | 'ctx' | 'ftx'): string | undefined {
  const { order, transaction, entry, result } = usePageSearch();
  return [order, transaction, entry, result?.id].find((id) => id?.startsWith(prefix));
}

export type Outcome = 'approved' | 'rejected';

export function Decision({ onDecide }: { onDecide: (outcome: Outcome) => void }) {
  const t = useTranslate();
  return (
    <Row>
      <Button variant="secondary" isDense onClick={() => onDecide('approved')}>
        {t('sandbox.verification.approve')}
      </Button>
      <Button variant="secondary" isDense onClick={() => onDecide('rejected')}>
        {t('sandbox.verification.reject')}
      </Button>
    </Row>
  );
}
