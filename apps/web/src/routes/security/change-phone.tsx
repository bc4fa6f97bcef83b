import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { NewPhoneForm } from '../../features/security/NewPhoneForm.tsx';
import { proofIsOver, provenFor } from '../../features/security/prechecks.ts';
import { ProveFirst } from '../../features/security/ProveFirst.tsx';
import { AccountSide } from '../account-side.tsx';

/** Changes the phone number: verifies the current number with a code, then the new one. */
function ChangePhoneRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { phone: precheckId } = useStore(provenFor);
  return (
    <Page
      title={t('security.changePhone.title')}
      width="flow"
      side={<AccountSide />}
      intro={t(precheckId === undefined ? 'security.changePhone.intro' : 'security.changePhone.new')}
    >
      <Card>
        {precheckId === undefined ? (
          <ProveFirst
            of="phone"
            intro="security.changePhone.verify"
            review={() => securityApi.contact.reviewPhoneProof()}
            prove={(intent, mfa) => securityApi.contact.provePhone({ intent, mfa })}
          />
        ) : (
          <NewPhoneForm
            review={(phoneNumber) => securityApi.contact.reviewPhoneChange({ phoneNumber, precheckId })}
            onReviewed={(review, phoneNumber) =>
              void navigate({
                to: startVerification({
                  command: 'change-phone',
                  intro: 'security.changePhone.verify',
                  review,
                  async execute(intent, mfa) {
                    await securityApi.contact.changePhone({ phoneNumber, precheckId }, { intent, mfa });
                    provenFor.set({ ...provenFor.get(), phone: undefined });
                  },
                  redirectTo: '/result/change-phone-success',
                }),
              })
            }
            onOver={(message) => proofIsOver('phone', message)}
          />
        )}
      </Card>
    </Page>
  );
}

export default withQueries(ChangePhoneRoute);
