import type { IdentityFields, UserAccount } from '@wusd/api-sdk/core';
import { formatDate, maskEmail } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Chip } from '@wusd/ui-kit/Chip';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { language } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { countryIn } from '../../app/forms/countries.ts';
import { businessTypeLabels, genderLabels, idTypeLabels } from './labels.ts';
import { formatPostalAddress } from './postal-address.ts';
import { Section } from '../../app/Section.tsx';

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
    overflow-wrap: anywhere;
  }
`;

type Row = readonly [label: string, value: ReactNode];

const statuses = {
  'pending verification': { tone: 'warning', icon: 'clock', label: 'account.identity.pending' },
  verified: { tone: 'positive', icon: 'check', label: 'account.identity.verified' },
  'verification failed': { tone: 'negative', icon: 'alert', label: 'account.identity.failed' },
} as const;

/** Everything that the customer has told, the number of the document and the mail's address masked. What is inside takes the person's place. */
export function Profile({ profile, children }: { profile: UserAccount; children?: ReactNode }) {
  const words = useWords();
  const shown = useValue(language);
  const { identity, corporate, identityStatus, identityReason } = profile;
  const { tone, icon, label } = statuses[identityStatus];
  return (
    <>
      <Group
        title={words('profile.account')}
        rows={[
          [words('login.email'), maskEmail(profile.email)],
          [words('phone.label'), profile.phoneNumber],
          [words('profile.type'), words(`register.type.${profile.accountType}`)],
          [
            words('profile.status'),
            <Chip key="status" tone={tone} icon={icon}>
              {words(label)}
            </Chip>,
          ],
          [words('profile.reason'), identityReason],
        ]}
      />
      {corporate && (
        <Group
          title={words('identity.company')}
          rows={[
            [words('identity.corporateName'), corporate.corporateName],
            [words('identity.businessType'), words(businessTypeLabels[corporate.businessType])],
            [words('identity.placeOfIncorporation'), countryIn(shown, corporate.placeOfIncorporation)],
            [words('identity.dateOfIncorporation'), formatDate(shown, corporate.dateOfIncorporation)],
            [words('identity.registeredAddress'), corporate.registeredAddress],
            [words('identity.authorisedPerson'), corporate.authorisedPerson],
          ]}
        />
      )}
      {children ??
        (identity && (
          <Group
            title={words(corporate ? 'identity.person' : 'identity.you')}
            rows={Object.values({
              fullName: [words('identity.fullName'), identity.fullName],
              gender: [words('identity.gender'), words(genderLabels[identity.gender])],
              nationality: [words('identity.nationality'), countryIn(shown, identity.nationality)],
              idNumber: [words(idTypeLabels[identity.idType]), identity.idNumber],
              residentialAddress: [
                words('identity.address'),
                formatPostalAddress(identity.residentialAddress, countryIn(shown, identity.residence)),
              ],
            } satisfies Record<Exclude<keyof IdentityFields, 'idType' | 'residence'>, Row>)}
          />
        ))}
    </>
  );
}

/** Rows that have something to say, under their heading. */
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
