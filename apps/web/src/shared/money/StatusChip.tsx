import { Chip } from '@wusd/ui-kit/Chip';
import { useTranslate } from '../i18n/use-translate.ts';
import { statuses, type TransactionStatus } from './status.ts';

export function StatusChip({ status }: { status: TransactionStatus }) {
  const t = useTranslate();
  const { label, tone, icon } = statuses[status] ?? { tone: 'neutral' as const, icon: 'clock' as const };
  return (
    <Chip tone={tone} icon={icon}>
      {label === undefined ? status : t(label)}
    </Chip>
  );
}
