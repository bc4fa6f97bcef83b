import { Button } from '@wusd/ui-kit/Button';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

export interface NoOrdersProps {
  /** Whether filters may hide orders. */
  isFiltered: boolean;
  onClear: () => void;
}

/** Says that there are no orders yet, or that none match the filters. */
export function NoOrders({ isFiltered, onClear }: NoOrdersProps) {
  const t = useTranslate();
  if (isFiltered)
    return (
      <EmptyState
        icon="order"
        title={t('order.none.title')}
        action={
          <Button variant="secondary" onClick={onClear}>
            {t('order.clear')}
          </Button>
        }
      >
        {t('order.none.body')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="order"
      title={t('order.empty.title')}
      action={<ButtonLink to="/mint-redeem">{t('order.empty.action')}</ButtonLink>}
    >
      {t('order.empty.body')}
    </EmptyState>
  );
}
