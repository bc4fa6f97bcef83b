import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { endAlert } from './session.ts';
import { useValue } from './value.ts';
import { useWords } from './words.ts';

const names = {
  expired: 'expired',
  superseded: 'superseded',
  reused: 'reused',
  'user-updated': 'userUpdated',
} as const;

/** Says why a session ended, until it has been read. */
export default function Alerts() {
  const words = useWords();
  const cause = useValue(endAlert);
  const name = cause && names[cause];
  const dismiss = (): void => endAlert.set(undefined);
  return (
    <Dialog
      isOpen={name !== undefined}
      role="alertdialog"
      title={name ? words(`alert.${name}.title`) : ''}
      actions={<Button onClick={dismiss}>{words('app.ok')}</Button>}
    >
      {name && words(`alert.${name}.body`)}
    </Dialog>
  );
}
