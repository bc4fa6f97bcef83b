import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/**
 * A button that shows and hides a panel (the disclosure pattern of WAI-ARIA). Escape closes the panel and returns focus
 * to the button. A press outside, and leaving by Tab, close it too.
 *
 * @returns `root` for the element around button and panel, `trigger` for the button, `id` for the panel, which is
 *   rendered while `isOpen`
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  return {
    id,
    isOpen,
    setOpen,
    root: {
      ref: root,
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        trigger.current?.focus();
      },
      onBlur: (event: FocusEvent): void => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
      },
    },
    trigger: {
      ref: trigger,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: (): void => setOpen(!isOpen),
    },
  };
}
