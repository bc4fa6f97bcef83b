import { Navigate, useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { CopyButton } from '../../shared/feedback/Copyable.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { saveFile } from '../../shared/api/save-file.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { shownCodes } from '../../features/security/recovery-codes.ts';
import { Form } from '../../shared/forms/Form.tsx';

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
  gap: ${vars.space3} ${vars.space5};
  font: ${vars.typeHeadline};
  font-family: ${vars.fontMono};
  font-variant-numeric: tabular-nums;
`;
const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;
/** Shown once, and left only once they are said to be saved. */
export default function RecoveryCodesRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const codes = useStore(shownCodes);
  const [isSaved, setSaved] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  if (!codes) return <Navigate to="/security-setting" replace />;
  const text = codes.join('\n');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!isSaved) {
      box.current?.focus();
      return;
    }
    void navigate({ to: '/security-setting', replace: true }).then(() => shownCodes.set(undefined));
  };
  return (
    <Page title={t('security.codes.title')} width="flow" intro={t('security.codes.intro')}>
      <Card>
        <Form onSubmit={submit} noValidate>
          <Codes>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </Codes>
          <Row>
            <CopyButton text={text} what={t('security.codes.copied')} />
            <Button
              variant="secondary"
              isDense
              onClick={() =>
                saveFile(
                  new Blob([`WUSD Wallet\n\n${text}\n`], { type: 'text/plain' }),
                  'wusd-wallet-recovery-codes.txt',
                )
              }
            >
              {t('security.codes.download')}
            </Button>
          </Row>
          <Checkbox
            ref={box}
            label={t('security.codes.saved')}
            checked={isSaved}
            error={isSubmitted && !isSaved ? t('security.codes.savedRequired') : undefined}
            onChange={(event) => setSaved(event.target.checked)}
          />
          <Button type="submit" isWide>
            {t('security.codes.done')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}
