import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { Icon } from '@wusd/ui-kit/Icon';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { Notice } from '@wusd/ui-kit/Notice';
import { QrCode } from '@wusd/ui-kit/QrCode';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { useMoney } from '../../shared/money/use-money.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
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

/** As prominent as the address: a transfer without the memo is not credited automatically. */
const Memo = styled.section`
  display: grid;
  gap: ${vars.space3};
  padding: ${vars.space5};
  border: 2px solid ${vars.warning};
  border-radius: ${vars.radiusCard};
  background: ${vars.warningWash};

  h2 {
    display: flex;
    align-items: center;
    gap: ${vars.space3};
    font: ${vars.typeHeadline};
  }
  h2 svg {
    flex: none;
    color: ${vars.warning};
  }
`;

/** The deposit address in full and as a QR code, its memo, and warnings for the sender. */
export function DepositTarget({ currency, networkId }: { currency: Currency; networkId: NetworkId }) {
  const t = useTranslate();
  const money = useMoney();
  const query = useQuery(depositAddressQuery(currency, networkId));
  const { data, error } = query;
  const network = networkName(networkId);
  if (error instanceof ApiError && error.is('IDENTITY_NOT_VERIFIED'))
    return <Blockers blockers={[{ errCode: error.errCode, message: error.message, nextAction: 'verify-identity' }]} />;
  if (error) return <Unavailable query={query}>{t('crypto.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="320px" />;
  const { address, memo, minimum, confirmationsNeeded } = data;
  return (
    <>
      {/* Not a toast: the warning must stay visible until the customer sends the transfer. */}
      <Notice tone="warning">{t('crypto.deposit.warning', { currency, network })}</Notice>
      {memo !== undefined && (
        <Memo aria-labelledby="deposit-memo">
          <h2 id="deposit-memo">
            <Icon name="alert" size={20} />
            {t('crypto.deposit.memoRequired')}
          </h2>
          <p>{t('crypto.deposit.memoWarning')}</p>
          <Copyable text={memo} what={t('crypto.deposit.theMemo')} group={40} size="hero" />
        </Memo>
      )}
      <Target>
        <QrCode value={address} label={t('crypto.deposit.qr')} />
        <div>
          <section aria-labelledby="deposit-address">
            <h2 id="deposit-address">
              <NetworkIcon network={network} size={24} />
              {t('crypto.deposit.address', { network })}
            </h2>
            <Copyable text={address} what={t('address.theAddress')} />
          </section>
        </div>
      </Target>
      <DescriptionList
        items={[
          { label: t('crypto.deposit.minimum'), value: money(minimum) },
          {
            label: t('crypto.deposit.confirmations'),
            value: t('crypto.deposit.blocks', { count: confirmationsNeeded }),
          },
        ]}
      />
    </>
  );
}
