import { lazy, Suspense, useState } from 'react';
import { Button } from '../Button/index.js';
import { VisuallyHidden } from '../VisuallyHidden/index.js';

// Loaded when the button is first pressed, because Dialog includes Headless UI.
const Dialog = lazy(() => import('../Dialog/index.js').then((module) => ({ default: module.Dialog })));

export interface ConfirmButtonProps {
  /** Whether the button is shown. A dialog that is already open stays open. */
  isOffered: boolean;
  /** Label of the button and of the confirming button in the dialog. */
  label: string;
  /** Object of the action, for screen readers, if a page has several buttons with the same label. */
  subject?: string;
  /** Question in the dialog. */
  title: string;
  /** Consequence of the confirmation. */
  body: string;
  /** Label of the button that closes the dialog without confirming. */
  cancelLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** A button that opens a confirmation dialog before an action that can't be undone. */
export function ConfirmButton({
  isOffered,
  label,
  subject,
  title,
  body,
  cancelLabel,
  isBusy,
  onConfirm,
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isOffered && (
        <Button variant="secondary" isWide isBusy={isBusy} onClick={() => setAsking(true)}>
          {label}
          {subject !== undefined && <VisuallyHidden> {subject}</VisuallyHidden>}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <Dialog
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            title={title}
            actions={
              <>
                <Button variant="secondary" onClick={() => setAsking(false)}>
                  {cancelLabel}
                </Button>
                <Button
                  onClick={() => {
                    setAsking(false);
                    onConfirm();
                  }}
                >
                  {label}
                </Button>
              </>
            }
          >
            {body}
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
