import { Navigate, useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { CopyButton } from '../../shared/feedback/Copyable.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { saveFile } from '../../shared/api/save-file.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { shownCodes } from '../../features/security/recovery-codes.ts';
import { savedCodesSchema } from '../../features/security/schema.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { AccountSide } from '../account-side.tsx';

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
/** Shown once. The customer must confirm that they are saved before leaving. */
export default function RecoveryCodesRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const codes = useStore(shownCodes);
  const { field, onSubmit } = useForm({
    schema: savedCodesSchema,
    defaultValues: { isSaved: false },
    submission: {
      mutate: () => void navigate({ to: '/security-setting', replace: true }).then(() => shownCodes.set(undefined)),
      isPending: false,
      error: null,
    },
  });
  if (!codes) return <Navigate to="/security-setting" replace />;
  const text = codes.join('\n');
  return (
    <Page title={t('security.codes.title')} width="flow" side={<AccountSide />} intro={t('security.codes.intro')}>
      <Card>
        <Form onSubmit={onSubmit} noValidate>
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
          <Checkbox {...field('isSaved', 'security.codes.saved')} />
          <Button type="submit" isWide>
            {t('security.codes.done')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}
