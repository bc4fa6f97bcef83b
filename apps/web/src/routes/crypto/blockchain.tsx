import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useState } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { holds } from '../../shared/session/session.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { AddAddress } from '../../features/addresses/AddAddress.tsx';
import { AddressCard } from '../../features/addresses/AddressCard.tsx';
import { cryptoWithdrawal } from '../../features/crypto/withdrawal-payment.ts';
import { addressesApi, addressesQuery } from '../../shared/money/saved-addresses.ts';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { AccountSide } from '../account-side.tsx';

/** Saved addresses, or with `?add` the form for a new one. */
function BlockchainRoute() {
  const { add: isAdding } = useSearch({ from: '/blockchain' });
  return isAdding && holds('wallet.blockchain_address.add') ? <NewAddress /> : <SavedAddresses />;
}

function NewAddress() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { from } = useSearch({ from: '/blockchain' });
  // If the customer came from a withdrawal, it continues with the new address.
  const redirectTo = from === 'withdraw' && holds('wallet.wallets.withdraw') ? '/crypto-withdraw' : '/blockchain';
  return (
    <Page
      title={t('address.add.title')}
      width="flow"
      side={<HelpCard questions={['network', 'memo', 'unusable']} />}
      intro={t('address.add.intro')}
    >
      <Card>
        <AddAddress
          redirectTo={redirectTo}
          onSaved={(id) => {
            if (redirectTo === '/crypto-withdraw') cryptoWithdrawal.change({ addressId: id, newRecipient: undefined });
          }}
          onCancel={() => void navigate({ to: redirectTo })}
        />
      </Card>
    </Page>
  );
}

function SavedAddresses() {
  const t = useTranslate();
  // Rerender on a change of language: the server's reasons are in the language of the request.
  useStore(language);
  const navigate = useNavigate();
  const query = useQuery(addressesQuery());
  const { data, isError } = query;
  const [deleting, setDeleting] = useState<BlockchainAddress>();
  const remove = useDeletion();
  const add = holds('wallet.blockchain_address.add') && (
    <Button onClick={() => void navigate({ to: '/blockchain', search: { add: true } })}>{t('address.add')}</Button>
  );
  const canDelete = ({ nextMoves }: BlockchainAddress): boolean =>
    holds('wallet.blockchain_address.delete') && nextMoves.some(({ who }) => who === 'customer');
  return (
    <Page
      title={t('address.title')}
      width="flow"
      side={
        <>
          <AccountSide />
          <HelpCard questions={['unusable', 'cooldown']} />
        </>
      }
      intro={t('address.intro')}
      aside={data && data.length > 0 && add}
    >
      <FormError error={remove.error} />
      {isError && <Unavailable query={query}>{t('address.unavailable')}</Unavailable>}
      {!data && !isError && <Skeleton width="100%" height="240px" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState icon="link" title={t('address.empty.title')} action={add}>
            {t('address.empty.body')}
          </EmptyState>
        </Card>
      )}
      {data?.map((address) => (
        <AddressCard
          key={address.id}
          address={address}
          onDelete={canDelete(address) ? () => setDeleting(address) : undefined}
        />
      ))}
      <DeleteDialog
        address={deleting}
        onClose={() => setDeleting(undefined)}
        onConfirm={(id) => {
          remove.mutate(id);
          setDeleting(undefined);
        }}
      />
    </Page>
  );
}

/** Deletes an address by its id, and updates the list with the response. */
function useDeletion() {
  const queries = useQueryClient();
  return useSubmission(
    (id: string) => addressesApi.blockchainAddresses.delete(id),
    (deleted) => {
      queries.setQueryData(addressesQuery().queryKey, (all) =>
        all?.map((each) => (each.id === deleted.id ? deleted : each)),
      );
      invalidation.publish('recipients-changed');
    },
  );
}

interface DeleteDialogProps {
  /** Undefined closes the dialog. */
  address: BlockchainAddress | undefined;
  onClose: () => void;
  onConfirm: (id: string) => void;
}

function DeleteDialog({ address, onClose, onConfirm }: DeleteDialogProps) {
  const t = useTranslate();
  return (
    <Dialog
      isOpen={address !== undefined}
      onClose={onClose}
      title={t('address.delete.title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('address.delete.keep')}
          </Button>
          <Button onClick={() => address && onConfirm(address.id)}>{t('address.delete')}</Button>
        </>
      }
    >
      {t('address.delete.body', { label: address?.label ?? '' })}
    </Dialog>
  );
}

export const Blockchain = withQueries(BlockchainRoute);
