import { Chip } from '@wusd/ui-kit/Chip';
import { useWords } from '../words.ts';
import { statuses, type TransactionStatus } from './status.ts';

export function StatusChip({ status }: { status: TransactionStatus }) {
  const words = useWords();
  const { label, tone, icon } = statuses[status] ?? { tone: 'neutral' as const, icon: 'clock' as const };
  return (
    <Chip tone={tone} icon={icon}>
      {label === undefined ? status : words(label)}
    </Chip>
  );
}
