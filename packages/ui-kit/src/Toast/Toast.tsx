import { useEffect, useEffectEvent, useState } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { IconButton } from '../IconButton/index.js';
import { vars } from '../tokens.js';

export interface ToastMessage {
  id: string;
  text: string;
  /** @default 'info' */
  tone?: 'info' | 'negative' | undefined;
}

export interface ToastRegionProps {
  toasts: readonly ToastMessage[];
  onDismiss: (id: string) => void;
  closeLabel: string;
  /** Duration of a toast in milliseconds, paused while it is hovered or focused. @default 3000 */
  duration?: number | undefined;
}

const Region = styled.div`
  position: fixed;
  inset-inline: 0;
  bottom: max(${vars.space6}, env(safe-area-inset-bottom));
  z-index: 60;
  display: grid;
  justify-items: center;
  gap: ${vars.space3};
  padding-inline: ${vars.space5};
  pointer-events: none;

  @media (max-width: 991px) {
    bottom: calc(72px + env(safe-area-inset-bottom));
  }
`;
const Item = styled.div`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
  max-width: 100%;
  padding-inline: ${vars.space5} ${vars.space2};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusControl};
  background: ${vars.raised};
  box-shadow: ${vars.shadowPopover};
  font: ${vars.typeLabel};
  pointer-events: auto;

  &[data-tone='negative'] > svg {
    color: ${vars.negative};
  }
  > svg {
    flex: none;
    color: ${vars.accentFg};
  }
`;
/** Short temporary messages. The live regions exist from the start, so that screen readers announce their content. */
export function ToastRegion({ toasts, onDismiss, closeLabel, duration = 3000 }: ToastRegionProps) {
  const item = (toast: ToastMessage) => (
    <Toast key={toast.id} toast={toast} onDismiss={onDismiss} closeLabel={closeLabel} duration={duration} />
  );
  return (
    <Region>
      <div role="alert">{toasts.filter(({ tone }) => tone === 'negative').map(item)}</div>
      <div role="status">{toasts.filter(({ tone }) => tone !== 'negative').map(item)}</div>
    </Region>
  );
}

interface ToastProps extends Pick<ToastRegionProps, 'onDismiss' | 'closeLabel'> {
  toast: ToastMessage;
  duration: number;
}

function Toast({ toast, onDismiss, closeLabel, duration }: ToastProps) {
  const [isHeld, setHeld] = useState(false);
  const dismiss = useEffectEvent(() => onDismiss(toast.id));
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(dismiss, duration);
    return () => clearTimeout(timer);
  }, [isHeld, duration]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Item data-tone={toast.tone} onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      <Icon name={toast.tone === 'negative' ? 'alert' : 'info'} size={20} />
      <span>{toast.text}</span>
      <IconButton icon="close" label={closeLabel} size={16} onClick={() => onDismiss(toast.id)} />
    </Item>
  );
}
