import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Outcome, Part, Row, sandboxApi, useSandboxEvent } from './parts.tsx';
import { addressesKey, bankAccountsKey } from '../../shared/money/recipient-keys.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

/** Operator actions on the newest saved address or bank account. Shown on the page that lists them. */
export function SavedPlace() {
  const t = useTranslate();
  const { pathname } = useLocation();
  const bankAccounts = useShown('bank-accounts');
  const addresses = useShown('addresses');
  if (pathname === '/bank-account')
    return <Place entity="bank-account" id={newest(bankAccounts)} title={t('sandbox.bankAccount')} />;
  return pathname === '/blockchain' ? (
    <Place entity="blockchain-address" id={newest(addresses)} title={t('sandbox.address')} />
  ) : null;
}

/** Reads data that the page has already loaded. A query of its own would add code to the first page. */
function useShown(kind: 'bank-accounts' | 'addresses'): readonly { id: string }[] {
  const { data = [] } = useQuery<{ id: string }[]>({
    queryKey: kind === 'addresses' ? addressesKey : bankAccountsKey,
    enabled: false,
    meta: { isHandled: true },
  });
  return data;
}

/** Ids sort by creation time. */
const newest = (places: readonly { id: string }[]): string | undefined =>
  places.map(({ id }) => id).toSorted((one, another) => (one < another ? 1 : -1))[0];

interface PlaceProps {
  entity: 'bank-account' | 'blockchain-address';
  id: string | undefined;
  title: string;
}

function Place({ entity, id = '', title }: PlaceProps) {
  const t = useTranslate();
  const moves = useQuery({
    queryKey: topicKey('recipients', 'sandbox', id),
    queryFn: ({ signal }) => sandboxApi.listMoves(entity, id, { signal }),
    enabled: id !== '',
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const outcomes = moves.data?.flatMap((move) => move.outcomes ?? []) ?? [];
  if (outcomes.length === 0) return null;
  const button = (outcome: Outcome) =>
    outcomes.includes(outcome) && (
      <Button
        variant="secondary"
        isDense
        isBusy={act.isPending}
        onClick={() => act.mutate({ type: 'approval', subjectId: id, outcome })}
      >
        {t(outcome === 'approved' ? 'sandbox.place.enable' : 'sandbox.place.disable')}
      </Button>
    );
  return (
    <Part title={title}>
      <Row>
        {button('approved')}
        {button('rejected')}
      </Row>
    </Part>
  );
}
