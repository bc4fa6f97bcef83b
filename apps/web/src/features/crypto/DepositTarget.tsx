import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { Notice } from '@wusd/ui-kit/Notice';
import { QrCode } from '@wusd/ui-kit/QrCode';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Copyable } from '../../app/Copyable.tsx';
import { Lines } from '../../app/Lines.tsx';
import { Blockers } from '../../app/money/Blockers.tsx';
import { useMoney } from '../../app/swap-words.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useWords } from '../../app/words.ts';
import { type NetworkId, networkName } from './networks.ts';
import { depositAddressQuery } from './queries.ts';

const Target = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: ${vars.space6};

  h2,
  h3 {
    display: flex;
    align-items: center;
    gap: ${vars.space3};
    margin-bottom: ${vars.space3};
    font: ${vars.typeHeadline};
  }
  > div {
    display: grid;
    gap: ${vars.space5};
  }
  @media (max-width: 575px) {
    grid-template-columns: minmax(0, 1fr);

    > svg {
      justify-self: center;
    }
  }
`;

/** Where to send: the address in full and as a code, its memo, and what a sender must know. */
export function DepositTarget({ currency, networkId }: { currency: Currency; networkId: NetworkId }) {
  const words = useWords();
  const money = useMoney();
  const query = useQuery(depositAddressQuery(currency, networkId));
  const { data, error } = query;
  const network = networkName(networkId);
  if (error instanceof ApiError && error.is('IDENTITY_NOT_VERIFIED'))
    return <Blockers blockers={[{ errCode: error.errCode, message: error.message, nextAction: 'verify-identity' }]} />;
  if (error) return <Unavailable query={query}>{words('crypto.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="320px" />;
  const { address, memo, minimum, confirmationsNeeded } = data;
  return (
    <>
      {/* It stays: a toast would be gone when it is needed. */}
      <Notice tone="warning">{words('crypto.deposit.warning', { currency, network })}</Notice>
      <Target>
        <QrCode value={address} label={words('crypto.deposit.qr')} />
        <div>
          <section aria-labelledby="deposit-address">
            <h2 id="deposit-address">
              <NetworkIcon network={network} size={24} />
              {words('crypto.deposit.address', { network })}
            </h2>
            <Copyable text={address} what={words('address.theAddress')} />
          </section>
          {memo !== undefined && (
            <section aria-labelledby="deposit-memo">
              <h2 id="deposit-memo">{words('crypto.memo')}</h2>
              <Copyable text={memo} what={words('crypto.deposit.theMemo')} />
            </section>
          )}
        </div>
      </Target>
      {memo !== undefined && <Notice tone="warning">{words('crypto.deposit.memoWarning')}</Notice>}
      <Lines
        lines={[
          { label: words('crypto.deposit.minimum'), value: money(minimum) },
          {
            label: words('crypto.deposit.confirmations'),
            value: words('crypto.deposit.blocks', { count: confirmationsNeeded }),
          },
          { label: words('crypto.deposit.time'), value: words('crypto.deposit.minutes') },
        ]}
      />
    </>
  );
}
