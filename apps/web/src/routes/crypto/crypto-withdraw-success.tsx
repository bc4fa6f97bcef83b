import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { withQueries } from '../../shared/api/query-client.tsx';
import { refetchWhileOpen } from '../../shared/money/follow.ts';
import { WithdrawalResult } from '../../shared/money/WithdrawalResult.tsx';
import { holds } from '../../shared/session/session.ts';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { transactionQuery } from '../../features/crypto/queries.ts';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';

/** Status of a withdrawal. The URL has only its id; the status comes from the server. */
function CryptoWithdrawSuccessRoute() {
  const { transaction: id } = useSearch({ from: '/result/crypto-withdraw-success' });
  const isShown = id !== undefined && holds('wallet_history.withdraw.crypto.view');
  const { data } = useQuery({ ...transactionQuery(id ?? ''), enabled: isShown, refetchInterval: refetchWhileOpen });
  return (
    <WithdrawalResult
      withdrawal={data}
      kind="crypto-withdrawal"
      side={<HelpCard questions={['held', 'unusable', 'cooldown']} />}
    >
      {isShown && <TransactionDetail id={id} />}
    </WithdrawalResult>
  );
}

export const CryptoWithdrawSuccess = withQueries(CryptoWithdrawSuccessRoute);
