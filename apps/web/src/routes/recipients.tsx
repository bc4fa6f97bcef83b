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
import { withQueries } from '../shared/api/query-client.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { SideCard } from '../shared/layout/SideCard.tsx';
import { MenuLink, TextLink } from '../shared/routing/link.tsx';
import { holds } from '../shared/session/session.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { RecipientRow } from '../features/recipients/RecipientRow.tsx';
import { matches, type Recipient } from '../features/recipients/recipients.ts';
import { useRecipients } from '../features/recipients/use-recipients.ts';
import { useSendTo } from './send-to-recipient.ts';

const Nothing = styled.p`
  margin-top: ${vars.space5};
  color: ${vars.fgMuted};
`;
/** Compensates for the padding of the first and the last row. */
const Rows = styled.ul`
  margin-block: calc(-1 * ${vars.space3});

  * + & {
    margin-top: ${vars.space3};
  }
`;
/** Minimum number of recipients for a search field. */
const searchedFrom = 5;

/** All saved bank accounts and addresses. */
function RecipientsRoute() {
  const t = useTranslate();
  const { banks, addresses, all, isLoading } = useRecipients();
  const isNothing = !isLoading && !banks.isError && !addresses.isError && all.length === 0;
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

/** The recipients, with a search field if there are many. */
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

/** @param banks number of saved accounts; undefined while loading, or if this customer may not see them */
function Side({ banks, addresses }: { banks: number | undefined; addresses: number | undefined }) {
  const t = useTranslate();
  return (
    <>
      {(banks !== undefined || addresses !== undefined) && (
        <SideCard title={t('recipients.manage.title')}>
          <p>{t('recipients.manage.body')}</p>
          {banks !== undefined && (
            <TextLink to="/bank-account">{t('recipients.manage.banks', { count: banks })}</TextLink>
          )}
          {addresses !== undefined && (
            <TextLink to="/blockchain">{t('recipients.manage.addresses', { count: addresses })}</TextLink>
          )}
        </SideCard>
      )}
      <SideCard title={t('recipients.wait.title')}>
        <p>{t('recipients.wait.body')}</p>
      </SideCard>
    </>
  );
}

export default withQueries(RecipientsRoute);
