import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { FreezeConsequences } from './FreezeConsequences.tsx';
import { useFreeze } from './use-freeze.ts';

const Body = styled.div`
  display: grid;
  gap: ${vars.space4};
`;

export interface FreezeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Content above the effects of a freeze. */
  children?: ReactNode;
}

/** Explains the effects of a freeze, and freezes the account after a confirmation. */
export function FreezeDialog({ isOpen, onClose, title, children }: FreezeDialogProps) {
  const t = useTranslate();
  const freeze = useFreeze();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button variant="danger" isBusy={freeze.isPending} onClick={() => freeze.mutate(undefined)}>
            {t('security.freeze.action')}
          </Button>
        </>
      }
    >
      <Body>
        {children}
        <FreezeConsequences>
          <li>{t('security.freeze.back')}</li>
        </FreezeConsequences>
        <FormError error={freeze.error} />
      </Body>
    </Dialog>
  );
}
