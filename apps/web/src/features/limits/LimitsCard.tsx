import { SideCard } from '../../shared/layout/SideCard.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Card with a link to the limits, for the side column of a page. */
export function LimitsCard() {
  const t = useTranslate();
  return (
    <SideCard title={t('wallet.limits')}>
      <p>{t('wallet.limits.body')}</p>
      <TextLink to="/fees-and-limits">{t('wallet.limits.action')}</TextLink>
    </SideCard>
  );
}
