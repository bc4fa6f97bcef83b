import { Navigate, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { RecoveryCodes } from '@wusd/api-sdk/core';
import { formatDateTime, maskEmail } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { vars } from '@wusd/ui-kit/tokens';
import { createGlobalStyle, styled } from 'styled-components';
import { session } from '../../shared/api/client.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { CopyButton } from '../../shared/feedback/Copyable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { useLightPrint } from '../../shared/layout/use-light-print.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { checkupQuery } from '../../features/security/queries.ts';
import { shownCodes } from '../../features/security/recovery-codes.ts';
import { savedCodesSchema } from '../../features/security/schema.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { AccountSide } from '../account-side.tsx';

const Sheet = styled.div`
  display: grid;
  gap: ${vars.space5};
  width: 100%;

  small {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
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
/** Hides title and intro in print: they explain the page, not the printed codes. */
const OnPaper = createGlobalStyle`
  @media print {
    main h1,
    main h1 ~ p,
    main div:has(> h1) + p {
      display: none !important;
    }
  }
`;

/** Shows new recovery codes once. The customer must confirm that they are saved before leaving. */
function RecoveryCodesRoute() {
  const made = useStore(shownCodes);
  return made ? <Shown made={made} /> : <Navigate to="/security-setting" replace />;
}

function Shown({ made: { recoveryCodes, createdAt } }: { made: RecoveryCodes }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const shown = useStore(language);
  const email = maskEmail(useStore(session).authUser?.email ?? '');
  useLightPrint();
  const confirm = useSubmission(
    async () => securityApi.mfa.confirmRecoveryCodes(createdAt),
    async () => {
      void queries.invalidateQueries(checkupQuery);
      await navigate({ to: '/security-setting', replace: true });
      shownCodes.set(undefined);
    },
  );
  const { field, onSubmit } = useForm({
    schema: savedCodesSchema,
    defaultValues: { isSaved: false },
    submission: { ...confirm, mutate: () => confirm.mutate(undefined) },
  });
  const title = t('security.codes.sheet', { email });
  const when = t('security.codes.made', { time: formatDateTime(shown, createdAt) });
  const text = recoveryCodes.join('\n');
  return (
    <Page title={t('security.codes.title')} width="flow" side={<AccountSide />} intro={t('security.codes.intro')}>
      <OnPaper />
      <Card>
        <Form onSubmit={onSubmit} noValidate>
          <Sheet>
            <p>
              <strong>{title}</strong>
            </p>
            <Codes>
              {recoveryCodes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </Codes>
            <small>{when}</small>
          </Sheet>
          <Row>
            <CopyButton text={text} what={t('security.codes.copied')} />
            <Button
              variant="secondary"
              isDense
              onClick={() =>
                saveFile(
                  new Blob([`${title}\n\n${text}\n\n${when}\n`], { type: 'text/plain' }),
                  'wusd-wallet-recovery-codes.txt',
                )
              }
            >
              {t('security.codes.download')}
            </Button>
            <Button variant="secondary" isDense onClick={() => globalThis.print()}>
              {t('security.codes.print')}
            </Button>
          </Row>
          <div data-screen-only="">
            <Checkbox {...field('isSaved', 'security.codes.saved')} />
          </div>
          <FormError error={confirm.error} />
          <Button type="submit" isWide isBusy={confirm.isPending}>
            {t('security.codes.done')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(RecoveryCodesRoute);
