import type { IdentityFields, UserAccount } from '@wusd/api-sdk/core';
import { formatDate, maskEmail } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
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
    color: ${vars.fgMuted};
  }
  dd {
    overflow-wrap: break-word;
  }
`;

type Row = readonly [label: string, value: ReactNode];

const statuses = {
  'pending verification': { kind: 'attention', label: 'account.identity.pending' },
  verified: { kind: 'success', label: 'account.identity.verified' },
  'verification failed': { kind: 'failure', label: 'account.identity.failed' },
} as const;

/** The customer's details, with the document number and the e-mail address masked. `children` replace the person's part. */
export function Profile({ profile, children }: { profile: UserAccount; children?: ReactNode }) {
  const t = useTranslate();
  const shown = useStore(language);
  const { identity, corporate, identityStatus, identityReason } = profile;
  const { kind, label } = statuses[identityStatus];
  return (
    <>
      <Group
        title={t('profile.account')}
        rows={[
          [t('login.email'), maskEmail(profile.email)],
          [t('phone.label'), profile.phoneNumber],
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
        />
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
                formatPostalAddress(identity.residentialAddress, countryIn(shown, identity.residence)),
              ],
            } satisfies Record<Exclude<keyof IdentityFields, 'idType' | 'residence'>, Row>)}
          />
        ))}
    </>
  );
}

/** Rows with a value, under a heading. */
function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <Card>
      <Section title={title}>
        <Rows>
          {rows
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </Rows>
      </Section>
    </Card>
  );
}
