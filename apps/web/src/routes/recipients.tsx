import { useQuery } from '@tanstack/react-query';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Icon } from '@wusd/ui-kit/Icon';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { NavMenu } from '@wusd/ui-kit/NavMenu';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Unavailable } from '../shared/feedback/Unavailable.tsx';
import { SearchField } from '../shared/forms/SearchField.tsx';
import { addressesQuery } from '../shared/money/saved-addresses.ts';
import { bankAccountsQuery } from '../shared/money/saved-bank-accounts.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { language } from '../shared/i18n/preferences.ts';
import { Page } from '../shared/layout/Page.tsx';
import { MenuLink, TextLink } from '../shared/routing/link.tsx';
import { holds } from '../shared/session/session.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { RecipientRow } from '../features/recipients/RecipientRow.tsx';
import { matches, type Recipient, recipientsOf } from '../features/recipients/recipients.ts';
import { useSendTo } from './send-to-recipient.ts';

const Facts = styled.div`
  display: grid;
  gap: ${vars.space3};

  h2 {
    font: ${vars.typeHeadline};
  }
  p {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
const Nothing = styled.p`
  margin-top: ${vars.space5};
  color: ${vars.fgMuted};
`;
/** Rows have room of their own above and below. */
const Rows = styled.ul`
  margin-block: calc(-1 * ${vars.space3});

  * + & {
    margin-top: ${vars.space3};
  }
`;
/** Fewer are found faster by looking than by typing. */
const searchedFrom = 5;

/** Every bank account and address that the customer saved, to send to or to look up. */
function RecipientsRoute() {
  const t = useTranslate();
  const { banks, addresses, all, isLoading, isNothing } = useRecipients();
  return (
    <Page
      title={t('recipients.title')}
      width="dashboard"
      intro={t('recipients.intro')}
      aside={!isNothing && <AddRecipient />}
      side={<Side banks={banks.data?.length} addresses={addresses.data?.length} />}
    >
      {banks.isError && <Unavailable query={banks}>{t('bank.unavailable')}</Unavailable>}
      {addresses.isError && <Unavailable query={addresses}>{t('address.unavailable')}</Unavailable>}
      {isLoading && (
        <Card>
          <ListSkeleton count={5} hasLeading />
        </Card>
      )}
      {isNothing && (
        <Card>
          <EmptyState icon="people" title={t('recipients.empty.title')} action={<AddRecipient />}>
            {t('recipients.empty.body')}
          </EmptyState>
        </Card>
      )}
      {!isLoading && all.length > 0 && <RecipientList recipients={all} />}
    </Page>
  );
}

/** Of each kind only what the header shows too. */
function useRecipients() {
  const locale = useStore(language);
  const seesBanks = holds('wallet.bank_account') && holds('account.profile');
  const seesAddresses = holds('wallet.blockchain_address') && holds('account.security');
  const banks = useQuery({ ...bankAccountsQuery(), enabled: seesBanks });
  const addresses = useQuery({ ...addressesQuery(), enabled: seesAddresses });
  const all = recipientsOf(banks.data ?? [], addresses.data ?? [], locale);
  const isLoading = banks.isLoading || addresses.isLoading;
  const isNothing = !isLoading && !banks.isError && !addresses.isError && all.length === 0;
  return { banks, addresses, all, isLoading, isNothing };
}

/** The recipients, with a search where there are many. */
function RecipientList({ recipients }: { recipients: readonly Recipient[] }) {
  const t = useTranslate();
  const send = useSendTo();
  const [text, setText] = useState('');
  const found = recipients.filter((recipient) => matches(recipient, text));
  const canSend = holds('wallet.wallets.withdraw');
  return (
    <Card>
      {recipients.length >= searchedFrom && (
        <SearchField label={t('recipients.search')} text={text} onSearch={setText} />
      )}
      {found.length === 0 && <Nothing role="status">{t('recipients.none', { text })}</Nothing>}
      <Rows aria-label={t('recipients.list')}>
        {found.map((recipient) => (
          <RecipientRow
            key={recipient.id}
            recipient={recipient}
            onSend={canSend ? () => void send(recipient) : undefined}
          />
        ))}
      </Rows>
    </Card>
  );
}

function AddRecipient() {
  const t = useTranslate();
  const addsBanks = holds('wallet.bank_account.add');
  const addsAddresses = holds('wallet.blockchain_address.add');
  if (!addsBanks && !addsAddresses) return null;
  return (
    <NavMenu label={t('recipients.add')} variant="primary" align="end">
      {addsBanks && (
        <MenuLink to="/add-bank-account">
          <Icon name="bank" size={20} />
          {t('header.bankAccount')}
        </MenuLink>
      )}
      {addsAddresses && (
        <MenuLink to="/blockchain" search={{ add: true }}>
          <Icon name="link" size={20} />
          {t('header.blockchain')}
        </MenuLink>
      )}
    </NavMenu>
  );
}

/** @param banks how many there are; undefined where that is not known */
function Side({ banks, addresses }: { banks: number | undefined; addresses: number | undefined }) {
  const t = useTranslate();
  return (
    <>
      {(banks !== undefined || addresses !== undefined) && (
        <Card>
          <Facts>
            <h2>{t('recipients.manage.title')}</h2>
            <p>{t('recipients.manage.body')}</p>
            {banks !== undefined && (
              <TextLink to="/bank-account">{t('recipients.manage.banks', { count: banks })}</TextLink>
            )}
            {addresses !== undefined && (
              <TextLink to="/blockchain">{t('recipients.manage.addresses', { count: addresses })}</TextLink>
            )}
          </Facts>
        </Card>
      )}
      <Card>
        <Facts>
          <h2>{t('recipients.wait.title')}</h2>
          <p>{t('recipients.wait.body')}</p>
        </Facts>
      </Card>
    </>
  );
}

export default withQueries(RecipientsRoute);
