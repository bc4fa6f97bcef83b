import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ActReview } from '@wusd/api-sdk/core';
import { networkNames } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { noAddress } from '../../shared/addresses/draft.ts';
import type { AddressFields } from '../../shared/addresses/schema.ts';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { toast } from '../../shared/feedback/toasts.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Lookalike } from '../../shared/money/Lookalike.tsx';
import { addressesApi, addressesQuery } from '../../shared/money/saved-addresses.ts';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { addressDraft } from './draft.ts';
import { Buttons, Form } from './layout.ts';

export interface AddressReviewProps {
  fields: AddressFields;
  review: ActReview;
  /** Called with the id of the saved address. */
  onSaved: ((id: string) => void) | undefined;
  /** Page to open after verification. */
  redirectTo: '/blockchain' | '/crypto-withdraw';
  onEdit: () => void;
}

/** Moves focus to the heading of the new step, so that screen readers announce it. */
const focusOn = (heading: HTMLElement | null): void => heading?.focus();

/** Shows the address in full before the customer verifies it with codes. */
export function AddressReview({ fields, review, onSaved, redirectTo, onEdit }: AddressReviewProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: saved = [] } = useQuery(addressesQuery());
  const confirm = (): void =>
    void navigate({
      to: startVerification({
        command: 'add-blockchain-address',
        intro: 'address.verify',
        review,
        restart: { to: '/blockchain' },
        async execute(intent, mfa) {
          const added = await addressesApi.blockchainAddresses.add(fields, { intent, mfa });
          // Show the new address immediately; the next fetch replaces the list.
          queries.setQueryData(addressesQuery().queryKey, (all = []) => [added, ...all]);
          addressDraft.set(noAddress);
          toast(t('address.saved'));
          onSaved?.(added.id);
        },
        redirectTo,
      }),
    });
  return (
    <Form as="section" aria-label={t('address.review')}>
      <h2 ref={focusOn} tabIndex={-1}>
        {t('address.review')}
      </h2>
      <Copyable text={fields.address} what={t('address.theAddress')} />
      <DescriptionList
        items={[
          { label: t('address.network'), value: networkNames[fields.networkId] },
          ...(fields.memo === undefined ? [] : [{ label: t('address.memo'), value: fields.memo }]),
          { label: t('address.label'), value: fields.label },
        ]}
      />
      <Lookalike address={fields.address} saved={saved} />
      <Notice tone="info">{t('address.dayOne')}</Notice>
      <Buttons>
        <Button isWide onClick={confirm}>
          {t('address.confirm')}
        </Button>
        <Button variant="secondary" isWide onClick={onEdit}>
          {t('address.edit')}
        </Button>
      </Buttons>
    </Form>
  );
}
