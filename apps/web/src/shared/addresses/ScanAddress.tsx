import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useEffectEvent, useState } from 'react';
import { styled } from 'styled-components';
import { useTranslate } from '../i18n/use-translate.ts';
import { readCodes } from './read-codes.ts';
import { readScannedAddress, type ScannedAddress } from './scanned-address.ts';

const Picture = styled.video`
  width: 100%;
  aspect-ratio: 1;
  object-fit: cover;
  border-radius: ${vars.radiusCard};
  background: ${vars.sunken};
`;

export interface ScanAddressProps {
  onRead: (found: ScannedAddress) => void;
  onClose: () => void;
}

/** Shows the camera's video until it reads a QR code with an address. */
export default function ScanAddress({ onRead, onClose }: ScanAddressProps) {
  const t = useTranslate();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [state, setState] = useState<'hint' | 'denied' | 'none' | 'notAnAddress'>('hint');
  const isWithoutCamera = state === 'denied' || state === 'none';
  const tell = useEffectEvent(onRead);

  useEffect(() => {
    if (!video) return undefined;
    const ended = new AbortController();
    const look = async (): Promise<void> => {
      for await (const text of readCodes(video, ended.signal)) {
        if (ended.signal.aborted) return;
        const found = readScannedAddress(text);
        if (found) return tell(found);
        setState('notAnAddress');
      }
    };
    look().catch((error: unknown) => {
      if (!ended.signal.aborted)
        setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none');
    });
    return () => ended.abort();
  }, [video]);

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('address.scan.title')}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t('address.cancel')}
        </Button>
      }
    >
      {!isWithoutCamera && <Picture ref={setVideo} muted playsInline aria-hidden />}
      <span role="status">{t(`address.scan.${state}`)}</span>
    </Dialog>
  );
}
