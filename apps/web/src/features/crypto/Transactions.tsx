import type { CryptoTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { networkName } from './networks.ts';
import { StatusChip } from './StatusChip.tsx';

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;

  li + li {
    border-top: 1px solid ${vars.border};
  }
  button {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${vars.space1} ${vars.space4};
    align-items: center;
    width: 100%;
    min-height: 44px;
    padding: ${vars.space4} 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;
  }
  button:hover strong {
    text-decoration: underline;
  }
  strong {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
  }
  small {
    grid-column: 1 / -1;
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

/** Transfers one by one: how much, over which network, and how far they are. */
export function Transactions({
  transactions,
  onOpen,
}: {
  transactions: readonly CryptoTransaction[];
  onOpen: (id: string) => void;
}) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  return (
    <List>
      {transactions.map(({ id, receive, networkId, status, confirmations, createTime }) => (
        <li key={id}>
          <button type="button" onClick={() => onOpen(id)}>
            <strong>{money(receive)}</strong>
            <StatusChip status={status} />
            <small>
              {networkName(networkId)} · {formatDateTime(locale, createTime)}
              {status === 'processing' &&
                confirmations &&
                ` · ${words('crypto.confirmations', { seen: confirmations.seen, needed: confirmations.needed })}`}
            </small>
          </button>
        </li>
      ))}
    </List>
  );
}
