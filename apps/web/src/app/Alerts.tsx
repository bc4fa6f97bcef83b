import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { endAlert } from '../shared/session/session.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

const names = {
  expired: 'expired',
  superseded: 'superseded',
  reused: 'reused',
  'user-updated': 'userUpdated',
} as const;

/** Shows why the last session ended, until the customer dismisses it. */
export default function Alerts() {
  const t = useTranslate();
  const cause = useStore(endAlert);
  const name = cause && names[cause];
  const dismiss = (): void => endAlert.set(undefined);
  return (
    <Dialog
      isOpen={name !== undefined}
      role="alertdialog"
      title={name ? t(`alert.${name}.title`) : ''}
      actions={<Button onClick={dismiss}>{t('app.ok')}</Button>}
    >
      {name && t(`alert.${name}.body`)}
    </Dialog>
  );
}
