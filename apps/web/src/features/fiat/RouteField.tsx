import type { Config, PayoutRoute } from '@wusd/api-sdk/core';
import { formatDate } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { isFree } from '../../shared/money/use-fee.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { bankName } from './offered.ts';

const Chosen = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space4};
  padding: ${vars.space4} ${vars.space5};
  border-radius: ${vars.radiusControl};
  background: ${vars.sunken};

  dl {
    display: grid;
    min-width: 0;
    overflow-wrap: break-word;
  }
  dt,
  dd + dd {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  dd {
    margin: 0;
  }
`;

export interface RouteFieldProps {
  config: Config | undefined;
  /** Sorted with the recommended route first. */
  routes: readonly PayoutRoute[];
  chosen: PayoutRoute;
  onChoose: (senderAccountId: string) => void;
}

/** The chosen payout route on one line; on request, all routes with their cost and duration. */
export function RouteField({ config, routes, chosen, onChoose }: RouteFieldProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const [isOpen, setOpen] = useState(false);
  const nameOf = ({ partnerId, rail }: PayoutRoute): string => `${bankName(config, partnerId)} · ${rail}`;
  const termsOf = ({ fee, arrivesBy }: PayoutRoute): string => {
    const date = formatDate(locale, arrivesBy);
    if (isFree(fee)) return t('fiat.withdraw.route.free', { date });
    return t('fiat.withdraw.route.terms', { fee: money(fee.money), date });
  };

  if (isOpen)
    return (
      <Choice
        legend={t('fiat.withdraw.route')}
        value={chosen.senderAccountId}
        onChange={onChoose}
        options={routes.map((route) => ({
          value: route.senderAccountId,
          label: nameOf(route),
          hint: route.recommended ? `${t('fiat.withdraw.route.recommended')} · ${termsOf(route)}` : termsOf(route),
        }))}
      />
    );
  return (
    <Chosen>
      <dl>
        <dt>{t('fiat.withdraw.route')}</dt>
        <dd>{nameOf(chosen)}</dd>
        <dd>{termsOf(chosen)}</dd>
      </dl>
      {routes.length > 1 && (
        <Button variant="secondary" isDense aria-label={t('fiat.withdraw.route.change')} onClick={() => setOpen(true)}>
          {t('swap.change')}
        </Button>
      )}
    </Chosen>
  );
}
