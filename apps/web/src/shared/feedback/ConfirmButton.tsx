import { Button } from '@wusd/ui-kit/Button';
import { lazy, Suspense, useState } from 'react';

// Heavy, and seldom asked: fetched with the first question.
const Dialog = lazy(() => import('@wusd/ui-kit/Dialog').then((kit) => ({ default: kit.Dialog })));

export interface ConfirmButtonProps {
  /** Whether it can be begun; a question that is open stays, whatever happens meanwhile. */
  isOffered: boolean;
  /** On the button, and on the one that means it. */
  label: string;
  title: string;
  /** What comes of it. */
  body: string;
  /** On the button that leaves all as it is. */
  keep: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** A button that asks for confirmation before a command that can't be undone. */
export function ConfirmButton({ isOffered, label, title, body, keep, isBusy, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isOffered && (
        <Button variant="secondary" isWide isBusy={isBusy} onClick={() => setAsking(true)}>
          {label}
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
                  {keep}
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
