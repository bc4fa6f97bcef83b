import { useMutation, useQuery } from '@tanstack/react-query';
import { type Currency, currencies, decimalsOf, kindOf } from '@wusd/api-sdk/domain';
import { formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { TextLink } from '@wusd/ui-kit/TextLink';
import { vars } from '@wusd/ui-kit/tokens';
import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { usePageSearch } from '../../shared/routing/use-page-search.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useConfig } from '../../shared/api/config.ts';
import { CopyButton } from '../../shared/feedback/Copyable.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { invalidation, topicKey } from '../../shared/api/invalidation.ts';
import { session } from '../../shared/api/client.ts';
import { toast } from '../../shared/feedback/toasts.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Life } from './Life.tsx';
import { Movements } from './movements.tsx';
import {
  Decision,
  Form,
  Muted,
  type Outcome,
  Part,
  pollMs,
  Row,
  sandboxApi,
  useIdOnPage,
  useSandboxEvent,
} from './parts.tsx';
import { type Transfer, transferSchema } from './schema.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { SavedPlace } from './places.tsx';

const Messages = styled.ul`
  display: grid;
  gap: ${vars.space3};
`;
const Message = styled.li`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${vars.space2} ${vars.space4};
  padding: ${vars.space4};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusControl};
  font: ${vars.typeCaption};

  > div {
    display: grid;
    gap: ${vars.space3};
    justify-items: start;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  p {
    white-space: pre-line;
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

function SandboxDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  return (
    <Drawer isOpen onClose={onClose} title={t('sandbox.title')} closeLabel={t('app.close')}>
      <Muted>{t('sandbox.intro')}</Muted>
      <Mailbox />
      <ReceiveTransfer />
      <Clock />
      <Verification />
      <Documents />
      <Order />
      <Movements />
      <SavedPlace />
      <Life />
      <Operator />
    </Drawer>
  );
}

function Mailbox() {
  const t = useTranslate();
  const locale = useStore(language);
  const { data } = useQuery({
    queryKey: ['sandbox', 'mailbox'],
    queryFn: ({ signal }) => sandboxApi.mailbox(undefined, { signal }),
    refetchInterval: pollMs,
    meta: { isHandled: true },
  });
  const messages = data?.messages.slice(0, 6) ?? [];
  return (
    <Part title={t('sandbox.mailbox')}>
      {messages.length === 0 && <Muted>{t('sandbox.mailbox.empty')}</Muted>}
      <Messages>
        {messages.map((message) => (
          <Entry
            key={message.id}
            icon={message.channel === 'sms' ? 'phone' : 'mail'}
            title={`${message.recipient} · ${formatTime(locale, message.sentAt)}`}
            text={message.text}
            code={message.code}
          />
        ))}
        {data?.authenticators.map(({ recipient, code }) => (
          <Entry key={recipient} icon="key" title={recipient} text={t('sandbox.authenticator')} code={code} />
        ))}
      </Messages>
    </Part>
  );
}

function Entry({ icon, title, text, code }: { icon: IconName; title: string; text: string; code: string | undefined }) {
  return (
    <Message>
      <Icon name={icon} size={20} />
      <div>
        <small>{title}</small>
        <p>
          {text
            .split(/(https?:\/\/\S+)/)
            .map((part, index) => (index % 2 === 0 ? part : <Link key={part} url={part} />))}
        </p>
        {code !== undefined && <CopyButton text={code} what={code} />}
      </div>
    </Message>
  );
}

/** The link of a mail, rewritten to this origin: the server may have another public URL. */
function Link({ url }: { url: string }) {
  const { pathname, search, hash } = new URL(url);
  return <TextLink href={`${pathname}${search}${hash}`}>{url}</TextLink>;
}

const firstDemoCustomer = 'mei@demo.example';

function ReceiveTransfer() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const config = useConfig();
  const shown = usePageSearch().network?.toString();
  const send = useSandboxEvent(() => toast(t('sandbox.receive.done')));
  const { form, field, onSubmit } = useForm({
    schema: transferSchema,
    defaultValues: {
      subjectId: authUser?.email ?? firstDemoCustomer,
      money: { currency: 'WUSD', amount: '250.00' },
      outcome: '',
    },
    submission: {
      mutate({ subjectId, money, outcome }: Transfer) {
        const networkIds = config?.currencyNetworks.find(({ currency }) => currency === money.currency)?.networkIds;
        // Use the network shown on the page, if it carries the currency.
        const networkId = networkIds?.find((id) => String(id) === shown) ?? networkIds?.[0];
        send.mutate(
          kindOf(money.currency) === 'crypto' && networkId !== undefined
            ? { type: 'chain-transfer', networkId, subjectId, money, ...(outcome !== '' && { outcome }) }
            : { type: 'bank-credit', subjectId, money },
        );
      },
      isPending: send.isPending,
      error: send.error,
    },
  });
  const currency = useWatch({ control: form.control, name: 'money.currency' }) as Currency;

  return (
    <Part title={t('sandbox.receive')}>
      <Form onSubmit={onSubmit} noValidate>
        <TextField {...field('subjectId', 'sandbox.receive.customer')} />
        <SelectField
          {...field('money.currency', 'sandbox.receive.currency')}
          options={currencies.map((value) => ({ value, label: value }))}
        />
        {kindOf(currency) === 'crypto' && (
          <SelectField
            {...field('outcome', 'sandbox.receive.flaw')}
            options={[
              { value: '', label: t('sandbox.receive.flaw.none') },
              { value: 'high-risk', label: t('sandbox.receive.flaw.highRisk') },
              { value: 'missing-memo', label: t('sandbox.receive.flaw.missingMemo') },
            ]}
          />
        )}
        <TextField
          {...field('money.amount', 'sandbox.receive.amount')}
          inputMode="decimal"
          isNumeric
          placeholder={decimalsOf(currency) === 0 ? '1000' : '250.00'}
        />
        <Button type="submit" isBusy={send.isPending}>
          {t('sandbox.receive.submit')}
        </Button>
      </Form>
    </Part>
  );
}

function Clock() {
  const t = useTranslate();
  const locale = useStore(language);
  const advance = useMutation({
    mutationFn: (seconds: number) => sandboxApi.advanceClock(seconds),
    onSuccess: ({ now }) => {
      toast(t('sandbox.clock.now', { time: formatTime(locale, now) }));
      invalidation.publish('everything-changed');
    },
  });
  return (
    <Part title={t('sandbox.clock')}>
      <Row>
        <Button variant="secondary" isDense onClick={() => advance.mutate(15 * 60)}>
          <Icon name="clock" size={20} />
          {t('sandbox.clock.quarter')}
        </Button>
        <Button variant="secondary" isDense onClick={() => advance.mutate(24 * 60 * 60)}>
          <Icon name="clock" size={20} />
          {t('sandbox.clock.day')}
        </Button>
      </Row>
    </Part>
  );
}

function Verification() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const act = useSandboxEvent(() => {});
  if (authUser?.identityStatus !== 'pending verification') return null;
  const decide = (outcome: Outcome): void => act.mutate({ type: 'verification', subjectId: authUser.email, outcome });
  return (
    <Part title={t('sandbox.verification')}>
      <Muted>{t('sandbox.verification.hint')}</Muted>
      <Decision onDecide={decide} />
    </Part>
  );
}

/** Operator decisions on the customer's submitted documents. Shown on the page of the verification. */
function Documents() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const { data } = useQuery<{ nextActor?: string }>({
    queryKey: ['verification'],
    enabled: false,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => {});
  if (!authUser || data?.nextActor !== 'Operations') return null;
  const decide = (outcome: Outcome): void => act.mutate({ type: 'documents', subjectId: authUser.email, outcome });
  return (
    <Part title={t('sandbox.documents')}>
      <Muted>{t('sandbox.documents.hint')}</Muted>
      <Decision onDecide={decide} />
    </Part>
  );
}

/** Operator decisions on the order that the page shows. */
function Order() {
  const t = useTranslate();
  const id = useIdOnPage('otc');
  const moves = useQuery({
    queryKey: topicKey('orders', 'sandbox', id),
    queryFn: ({ signal }) => sandboxApi.listMoves('otc', id ?? '', { signal }),
    enabled: id !== undefined,
    refetchInterval: pollMs,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const outcomes = moves.data?.find(({ type }) => type === 'approval')?.outcomes ?? [];
  if (id === undefined || outcomes.length === 0) return null;
  const decide = (outcome: Outcome): void => act.mutate({ type: 'approval', subjectId: id, outcome });
  return (
    <Part title={t('sandbox.order')}>
      <Decision onDecide={decide} />
    </Part>
  );
}

function Operator() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const act = useSandboxEvent(() => {});
  if (!authUser) return null;
  return (
    <Part title={t('sandbox.operator')}>
      <Row>
        <Button variant="secondary" isDense onClick={() => act.mutate({ type: 'approval', subjectId: authUser.email })}>
          {t('sandbox.operator.approval')}
        </Button>
        <Button
          variant="secondary"
          isDense
          onClick={() => act.mutate({ type: 'user-updated', subjectId: authUser.email })}
        >
          {t('sandbox.operator.userUpdated')}
        </Button>
      </Row>
    </Part>
  );
}

export default withQueries(SandboxDrawer);
