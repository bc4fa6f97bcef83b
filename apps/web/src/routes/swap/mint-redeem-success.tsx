import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
import type { IconName } from '@wusd/ui-kit/Icon';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { session } from '../../app/services.ts';
import { useMoney } from '../../app/swap-words.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { orderQuery } from '../../features/orders/queries.ts';
import { isOpen, type OrderStatus } from '../../app/money/order-status.ts';
import { readResult } from '../../features/swap/result.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

const titles: Partial<Record<OrderStatus, { title: MessageId; icon: IconName }>> = {
  'pending approval': { title: 'swap.success.pending', icon: 'clock' },
  processing: { title: 'swap.success.title', icon: 'clock' },
  completed: { title: 'swap.success.completed', icon: 'check' },
};
const ended = { title: 'swap.success.ended', icon: 'alert' } as const;

/** Where an order stands, as the server says it: the address only says which one. */
function MintRedeemSuccessRoute() {
  const words = useWords();
  const money = useMoney();
  const { isLogin } = useValue(session);
  const { searchStr } = useLocation();
  const id = readResult(searchStr);
  const query = useQuery({
    ...orderQuery(id ?? ''),
    enabled: isLogin && id !== undefined,
    // Live events say it sooner; this is for who has lost them.
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? 5000 : false),
  });
  const actions = (
    <Actions>
      {isLogin ? (
        <>
          <ButtonLink to="/mint-redeem-order">{words('swap.success.orders')}</ButtonLink>
          <ButtonLink to="/mint-redeem" variant="quiet">
            {words('swap.success.another')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to="/login">{words('swap.success.signIn')}</ButtonLink>
      )}
    </Actions>
  );
  if (!isLogin)
    return (
      <OneThing icon="order" title={words('swap.success.title')} action={actions}>
        {words('swap.success.signedOut')}
      </OneThing>
    );
  const { data, error } = query;
  if (data) {
    const { title, icon } = titles[data.status] ?? ended;
    return (
      <OneThing icon={icon} title={words(title)} action={actions}>
        {[
          words('swap.success.body', { pay: money(data.pay), receive: money(data.receive) }),
          data.hold?.message ?? data.timeline.at(-1)?.reason,
        ]
          .filter(Boolean)
          .join(' ')}
      </OneThing>
    );
  }
  if (id === undefined || (error && 'errCode' in error))
    return (
      <OneThing icon="order" title={words('order.title')} action={actions}>
        {words('swap.success.unknown')}
      </OneThing>
    );
  return (
    <Page title={words('order.title')} width="flow">
      {error ? (
        <Unavailable query={query}>{words('order.unavailable')}</Unavailable>
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
    </Page>
  );
}

export default withQueries(MintRedeemSuccessRoute);
