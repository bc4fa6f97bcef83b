import { lazy, Suspense, useState } from 'react';
import { Button } from '../Button/index.js';
import { VisuallyHidden } from '../VisuallyHidden/index.js';

// Dialog brings Headless UI with it. It is loaded when the button is first pressed.
const Dialog = lazy(() => import('../Dialog/index.js').then((module) => ({ default: module.Dialog })));

export interface ConfirmButtonProps {
  /** Whether the button is shown. A dialog that is already open stays open. */
  isOffered: boolean;
  /** On the button, and on the button in the dialog that confirms. */
  label: string;
  /** What the action is done to, for screen readers, where a page has several buttons of the same label. */
  subject?: string;
  /** Question that the dialog asks. */
  title: string;
  /** What happens after confirmation. */
  body: string;
  /** On the button that closes the dialog without confirming. */
  cancelLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** A button that asks for confirmation before an action that can't be undone. */
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
