import type { IdentityFields, UserAccount } from '@wusd/api-sdk/core';
import { formatDate, languageNames, maskEmail, type MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import type { RoutePath } from '../../shared/routing/route-table.ts';
import { holds } from '../../shared/session/session.ts';
import { countryIn } from '../../shared/forms/countries.ts';
import { businessTypeLabels, genderLabels, idTypeLabels } from './labels.ts';
import { formatPostalAddress } from './postal-address.ts';
import { Section } from '../../shared/layout/Section.tsx';

const Rows = styled.dl`
  display: grid;
  gap: ${vars.space5};

  div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: ${vars.space2} ${vars.space5};
  }
  dt {
    flex: 1 1 160px;
    color: ${vars.fgMuted};
  }
  dd {
    overflow-wrap: break-word;
  }
  dd + dd {
    margin-inline-start: auto;
  }
`;

const Verified = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${vars.space2} ${vars.space3};
`;

type Row = readonly [label: string, value: ReactNode, action?: ReactNode];

const statuses = {
  'pending verification': { kind: 'attention', label: 'account.identity.pending' },
  verified: { kind: 'success', label: 'account.identity.verified' },
  'verification failed': { kind: 'failure', label: 'account.identity.failed' },
} as const;

/** The customer's details, with document number and e-mail address masked. `children` replace the person's details. */
export function Profile({ profile, children }: { profile: UserAccount; children?: ReactNode }) {
  const t = useTranslate();
  const shown = useStore(language);
  const { identity, corporate, identityStatus, identityReason } = profile;
  const { kind, label } = statuses[identityStatus];
  // The customer verified the address and the number with codes.
  const verified = (value: string): ReactNode => (
    <Verified>
      {value} <StatusChip status="success">{t('profile.verified')}</StatusChip>
    </Verified>
  );
  const change = (to: RoutePath, what: string, words: MessageId = 'profile.change'): ReactNode =>
    (to === '/preferences' || holds('account.security')) && (
      <TextLink to={to}>
        {t(words)} <VisuallyHidden>{what}</VisuallyHidden>
      </TextLink>
    );
  const support = identityStatus !== 'verification failed' && <BySupport reference={profile.userId} />;
  return (
    <>
      <Group
        title={t('profile.account')}
        rows={[
          [t('login.email'), verified(maskEmail(profile.email)), change('/change-email', t('login.email'))],
          profile.phoneNumber === undefined
            ? [t('phone.label'), '–', change('/verify-phone', t('phone.label'), 'profile.add')]
            : [t('phone.label'), verified(profile.phoneNumber), change('/change-phone', t('phone.label'))],
          [t('profile.password'), '••••••••', change('/change-password', t('profile.password'))],
          [t('profile.language'), languageNames[shown], change('/preferences', t('profile.language'))],
          [t('profile.type'), t(`register.type.${profile.accountType}`)],
          [
            t('profile.status'),
            <StatusChip key="status" status={kind}>
              {t(label)}
            </StatusChip>,
          ],
          [t('profile.reason'), identityReason],
        ]}
      />
      {corporate && (
        <Group
          title={t('identity.company')}
          rows={[
            [t('identity.corporateName'), corporate.corporateName],
            [t('identity.businessType'), t(businessTypeLabels[corporate.businessType])],
            [t('identity.placeOfIncorporation'), countryIn(shown, corporate.placeOfIncorporation)],
            [t('identity.dateOfIncorporation'), formatDate(shown, corporate.dateOfIncorporation)],
            [t('identity.registeredAddress'), corporate.registeredAddress],
            [t('identity.authorisedPerson'), corporate.authorisedPerson],
          ]}
        >
          {support}
        </Group>
      )}
      {children ??
        (identity && (
          <Group
            title={t(corporate ? 'identity.person' : 'identity.you')}
            rows={Object.values({
              fullName: [t('identity.fullName'), identity.fullName],
              gender: [t('identity.gender'), t(genderLabels[identity.gender])],
              nationality: [t('identity.nationality'), countryIn(shown, identity.nationality)],
              idNumber: [t(idTypeLabels[identity.idType]), identity.idNumber],
              residentialAddress: [
                t('identity.address'),
                formatPostalAddress(
                  identity.residentialAddress,
                  identity.residence,
                  countryIn(shown, identity.residence),
                ),
              ],
            } satisfies Record<Exclude<keyof IdentityFields, 'idType' | 'residence'>, Row>)}
          >
            {support}
          </Group>
        ))}
    </>
  );
}

/** Says that support changes details that were verified with a document, and shows the reference to quote. */
function BySupport({ reference }: { reference: string }) {
  const t = useTranslate();
  const email = useConfig()?.supportEmail ?? '';
  return (
    <Notice tone="info">
      <p>{t('profile.support', { email })}</p>
      <Copyable text={reference} what={t('profile.reference')} group={40} />
    </Notice>
  );
}

/** A heading and the rows that have a value, each with its action. `children` are below the rows. */
function Group({ title, rows, children }: { title: string; rows: readonly Row[]; children?: ReactNode }) {
  return (
    <Card>
      <Section title={title}>
        <Rows>
          {rows
            .filter(([, value]) => value !== undefined)
            .map(([name, value, action]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
                {action !== undefined && <dd>{action}</dd>}
              </div>
            ))}
        </Rows>
        {children}
      </Section>
    </Card>
  );
}
