import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type Currency, currencies, decimalsOf, kindOf } from '@wusd/api-sdk/domain';
import { isAmount } from '@wusd/api-sdk/money';
import { formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { TextLink } from '@wusd/ui-kit/TextLink';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useState } from 'react';
import { styled } from 'styled-components';
import { language } from '../../app/preferences.ts';
import { useConfig } from '../../app/config.ts';
import { CopyButton } from '../../app/Copyable.tsx';
import { withQueries } from '../../app/queries.tsx';
import { stale } from '../../app/stale.ts';
import { session } from '../../app/services.ts';
import { toast } from '../../app/toasts.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { Life } from './Life.tsx';
import { Movements } from './movements.tsx';
import { Decision, Form, Muted, type Outcome, Part, Row, sandboxApi, useIdOnPage, useSandboxEvent } from './parts.tsx';
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
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

const pollMs = 1500;

function SandboxDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  return (
    <Drawer isOpen onClose={onClose} title={words('sandbox.title')} closeLabel={words('app.close')}>
      <Muted>{words('sandbox.intro')}</Muted>
      <Mailbox />
      <ReceiveTransfer />
      <Clock />
      <Verification />
      <Order />
      <Movements />
      <SavedPlace />
      <Life />
      <Operator />
    </Drawer>
  );
}

function Mailbox() {
  const words = useWords();
  const locale = useValue(language);
  const { data } = useQuery({
    queryKey: ['sandbox', 'mailbox'],
    queryFn: ({ signal }) => sandboxApi.mailbox(undefined, { signal }),
    refetchInterval: pollMs,
    meta: { isHandled: true },
  });
  const messages = data?.messages.slice(0, 6) ?? [];
  return (
    <Part title={words('sandbox.mailbox')}>
      {messages.length === 0 && <Muted>{words('sandbox.mailbox.empty')}</Muted>}
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
          <Entry key={recipient} icon="key" title={recipient} text={words('sandbox.authenticator')} code={code} />
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

/** What a mail links to, on this very site: whatever the server calls itself. */
function Link({ url }: { url: string }) {
  const { pathname, search, hash } = new URL(url);
  return <TextLink href={`${pathname}${search}${hash}`}>{url}</TextLink>;
}

const firstDemoCustomer = 'mei@demo.example';

function ReceiveTransfer() {
  const words = useWords();
  const { authUser } = useValue(session);
  const config = useConfig();
  const [customer, setCustomer] = useState(authUser?.email ?? firstDemoCustomer);
  const [currency, setCurrency] = useState<Currency>('WUSD');
  const [amount, setAmount] = useState('250.00');
  const [flaw, setFlaw] = useState<'' | 'high-risk' | 'missing-memo'>('');
  const shown = new URLSearchParams(useLocation().searchStr).get('network');
  const [isSubmitted, setSubmitted] = useState(false);
  const send = useSandboxEvent(() => toast(words('sandbox.receive.done')));
  const isValid = isAmount(amount, 18) && /[1-9]/.test(amount);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!isValid) return;
    const networkIds = config?.currencyNetworks.find((entry) => entry.currency === currency)?.networkIds ?? [];
    // Over the network that the page is about, where the currency moves there.
    const networkId = networkIds.find((id) => String(id) === shown) ?? networkIds[0];
    const base = { subjectId: customer.trim(), money: { currency, amount } };
    send.mutate(
      kindOf(currency) === 'crypto' && networkId !== undefined
        ? { type: 'chain-transfer', networkId, ...base, ...(flaw !== '' && { outcome: flaw }) }
        : { type: 'bank-credit', ...base },
    );
  };

  return (
    <Part title={words('sandbox.receive')}>
      <Form onSubmit={submit} noValidate>
        <TextField
          label={words('sandbox.receive.customer')}
          value={customer}
          onChange={(event) => setCustomer(event.target.value)}
        />
        <SelectField
          label={words('sandbox.receive.currency')}
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(event) => setCurrency(event.target.value as Currency)}
        />
        {kindOf(currency) === 'crypto' && (
          <SelectField
            label={words('sandbox.receive.flaw')}
            value={flaw}
            options={[
              { value: '', label: words('sandbox.receive.flaw.none') },
              { value: 'high-risk', label: words('sandbox.receive.flaw.highRisk') },
              { value: 'missing-memo', label: words('sandbox.receive.flaw.missingMemo') },
            ]}
            onChange={(event) => setFlaw(event.target.value as typeof flaw)}
          />
        )}
        <TextField
          label={words('sandbox.receive.amount')}
          inputMode="decimal"
          isNumeric
          value={amount}
          placeholder={decimalsOf(currency) === 0 ? '1000' : '250.00'}
          error={isSubmitted && !isValid ? words('home.calc.amountInvalid') : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Button type="submit" isBusy={send.isPending}>
          {words('sandbox.receive.submit')}
        </Button>
      </Form>
    </Part>
  );
}

function Clock() {
  const words = useWords();
  const locale = useValue(language);
  const advance = useMutation({
    mutationFn: (seconds: number) => sandboxApi.advanceClock(seconds),
    onSuccess: ({ now }) => {
      toast(words('sandbox.clock.now', { time: formatTime(locale, now) }));
      stale.mark('everything');
    },
  });
  return (
    <Part title={words('sandbox.clock')}>
      <Row>
        <Button variant="secondary" isDense onClick={() => advance.mutate(15 * 60)}>
          <Icon name="clock" size={20} />
          {words('sandbox.clock.quarter')}
        </Button>
        <Button variant="secondary" isDense onClick={() => advance.mutate(24 * 60 * 60)}>
          <Icon name="clock" size={20} />
          {words('sandbox.clock.day')}
        </Button>
      </Row>
    </Part>
  );
}

function Verification() {
  const words = useWords();
  const { authUser } = useValue(session);
  const act = useSandboxEvent(() => {});
  if (authUser?.identityStatus !== 'pending verification') return null;
  const decide = (outcome: Outcome): void => act.mutate({ type: 'verification', subjectId: authUser.email, outcome });
  return (
    <Part title={words('sandbox.verification')}>
      <Muted>{words('sandbox.verification.hint')}</Muted>
      <Decision onDecide={decide} />
    </Part>
  );
}

/** The desk's decision on the order that the page is about. */
function Order() {
  const words = useWords();
  const id = useIdOnPage('otc');
  const moves = useQuery({
    queryKey: ['orders', 'sandbox', id],
    queryFn: ({ signal }) => sandboxApi.listMoves('otc', id ?? '', { signal }),
    enabled: id !== undefined,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const outcomes = moves.data?.find(({ type }) => type === 'approval')?.outcomes ?? [];
  if (id === undefined || outcomes.length === 0) return null;
  const decide = (outcome: Outcome): void => act.mutate({ type: 'approval', subjectId: id, outcome });
  return (
    <Part title={words('sandbox.order')}>
      <Decision onDecide={decide} />
    </Part>
  );
}

function Operator() {
  const words = useWords();
  const { authUser } = useValue(session);
  const act = useSandboxEvent(() => {});
  if (!authUser) return null;
  return (
    <Part title={words('sandbox.operator')}>
      <Row>
        <Button variant="secondary" isDense onClick={() => act.mutate({ type: 'approval', subjectId: authUser.email })}>
          {words('sandbox.operator.approval')}
        </Button>
        <Button
          variant="secondary"
          isDense
          onClick={() => act.mutate({ type: 'user-updated', subjectId: authUser.email })}
        >
          {words('sandbox.operator.userUpdated')}
        </Button>
      </Row>
    </Part>
  );
}

export default withQueries(SandboxDrawer);
