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

/** Saved addresses, and where a new one is begun: which of both stands in the address. */
function BlockchainRoute() {
  const t = useTranslate();
  // Reasons are in the language they were asked for in.
  useStore(language);
  const navigate = useNavigate();
  const { add: isAdding, from } = useSearch({ from: '/blockchain' });
  // Begun from a withdrawal, it goes back there.
  const redirectTo = from === 'withdraw' && holds('wallet.wallets.withdraw') ? '/crypto-withdraw' : '/blockchain';
  const queries = useQueryClient();
  const query = useQuery(addressesQuery());
  const { data, isError } = query;
  const [asked, setAsked] = useState<BlockchainAddress>();
  const remove = useSubmission(
    (id: string) => addressesApi.blockchainAddresses.delete(id),
    (leaving) => {
      queries.setQueryData(addressesQuery().queryKey, (all) =>
        all?.map((each) => (each.id === leaving.id ? leaving : each)),
      );
      invalidation.publish('recipients-changed');
    },
  );
  const canAdd = holds('wallet.blockchain_address.add');
  const add = (): void => void navigate({ to: '/blockchain', search: { add: true } });

  if (isAdding && canAdd)
    return (
      <Page title={t('address.add.title')} width="flow" intro={t('address.add.intro')}>
        <Card>
          <AddAddress
            redirectTo={redirectTo}
            onSaved={(id) => {
              if (redirectTo === '/crypto-withdraw') cryptoWithdrawal.change({ addressId: id });
            }}
            onCancel={() => void navigate({ to: redirectTo })}
          />
        </Card>
      </Page>
    );
  return (
    <Page
      title={t('address.title')}
      width="flow"
      intro={t('address.intro')}
      aside={canAdd && data && data.length > 0 && <Button onClick={add}>{t('address.add')}</Button>}
    >
      <FormError error={remove.error} />
      {isError && <Unavailable query={query}>{t('address.unavailable')}</Unavailable>}
      {!data && !isError && <Skeleton width="100%" height="240px" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState
            icon="link"
            title={t('address.empty.title')}
            action={canAdd && <Button onClick={add}>{t('address.add')}</Button>}
          >
            {t('address.empty.body')}
          </EmptyState>
        </Card>
      )}
      {data?.map((address) => (
        <AddressCard
          key={address.id}
          address={address}
          onDelete={
            holds('wallet.blockchain_address.delete') && address.nextMoves.some(({ who }) => who === 'customer')
              ? () => setAsked(address)
              : undefined
          }
        />
      ))}
      <Dialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('address.delete.title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              {t('address.delete.keep')}
            </Button>
            <Button
              onClick={() => {
                if (asked) remove.mutate(asked.id);
                setAsked(undefined);
              }}
            >
              {t('address.delete')}
            </Button>
          </>
        }
      >
        {t('address.delete.body', { label: asked?.label ?? '' })}
      </Dialog>
    </Page>
  );
}

export const Blockchain = withQueries(BlockchainRoute);
