import { useQuery } from '@tanstack/react-query';
import type { Passkey } from '@wusd/api-sdk/core';
import { maxPasskeys } from '@wusd/api-sdk/domain';
import { canUsePasskeys } from '@wusd/auth-core/passkey';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useState } from 'react';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { PendingCommand } from '../../shared/verification/pending-command.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { passkeysQuery } from './queries.ts';
import { RemovePasskey } from './RemovePasskey.tsx';
import { RenamePasskey } from './RenamePasskey.tsx';
import { Rows } from './Rows.tsx';

export interface PasskeysProps {
  /** Whether the dialog that adds a passkey is open. */
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
  /** Called with the reviewed command, to verify it with codes. */
  onReviewed: (pending: PendingCommand) => void;
}

/** The customer's passkeys by name, and a button to add one. */
export function Passkeys({ isAdding, onAdding, onReviewed }: PasskeysProps) {
  const t = useTranslate();
  const query = useQuery(passkeysQuery);
  const { data } = query;
  const [open, setOpen] = useState<{ act: 'rename' | 'remove'; passkey: Passkey }>();
  const close = (): void => setOpen(undefined);
  const rows = usePasskeyRows(data ?? [], (act, passkey) => setOpen({ act, passkey }));
  if (query.isError) return <Unavailable query={query}>{t('security.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="120px" />;
  return (
    <>
      <p>{t('passkey.intro')}</p>
      {data.length === 0 ? <p>{t('passkey.empty')}</p> : <Rows rows={rows} />}
      <AddButton isFull={data.length >= maxPasskeys} onAdd={() => onAdding(true)} />
      {isAdding && (
        <AddPasskey names={data.map(({ name }) => name)} onClose={() => onAdding(false)} onReviewed={onReviewed} />
      )}
      {open?.act === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.act === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} onReviewed={onReviewed} />}
    </>
  );
}

/** The button that adds a passkey, or the reason why it is missing. */
function AddButton({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  const t = useTranslate();
  if (!canUsePasskeys()) return <Notice tone="info">{t('passkey.unsupported')}</Notice>;
  if (isFull) return <Notice tone="info">{t('passkey.full')}</Notice>;
  return (
    <div>
      <Button variant="secondary" onClick={onAdd}>
        {t('passkey.add')}
      </Button>
    </div>
  );
}

function usePasskeyRows(passkeys: readonly Passkey[], onAct: (act: 'rename' | 'remove', passkey: Passkey) => void) {
  const t = useTranslate();
  const moment = useMoment();
  return passkeys.map((passkey) => {
    const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
    const added = moment(createdAt);
    return {
      key: id,
      title: (
        <>
          {name}{' '}
          <Chip tone="neutral" icon={isSynced ? 'globe' : 'phone'}>
            {t(isSynced ? 'passkey.synced' : 'passkey.onDevice')}
          </Chip>
        </>
      ),
      state:
        lastUsedAt === undefined
          ? t('passkey.unused', { added })
          : t('passkey.used', { added, used: moment(lastUsedAt) }),
      actions: (
        <>
          <Button variant="secondary" isDense onClick={() => onAct('rename', passkey)}>
            {t('passkey.rename')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
          <Button variant="secondary" isDense onClick={() => onAct('remove', passkey)}>
            {t('security.remove')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        </>
      ),
    };
  });
}
