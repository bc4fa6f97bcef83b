import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { HistoryEntry } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { Icon } from '@wusd/ui-kit/Icon';
import { NavMenuButton } from '@wusd/ui-kit/NavMenu';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { styled } from 'styled-components';
import { type Command, find, mayBeReference } from './search.ts';
import { menuFor } from '../../features/header/menu.ts';
import { entryOf } from '../../features/history/filters.ts';
import { entryTitles, mainAmount } from '../../features/history/entries.ts';
import { historyQuery } from '../../features/history/queries.ts';
import { isPayable } from '../../features/recipients/recipients.ts';
import { useRecipients } from '../../features/recipients/use-recipients.ts';
import { useSendTo } from '../send-to-recipient.ts';
import { session } from '../../shared/api/client.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { areAmountsHidden, chooseTheme, hideAmounts, language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useShownMoney } from '../../shared/money/use-money.ts';
import { holds } from '../../shared/session/session.ts';
import { isPaletteOpen } from '../../shared/state/palette.ts';
import { useStore } from '../../shared/state/store.ts';
import { usePaused } from '../../shared/state/use-paused.ts';

const Found = styled.div`
  display: grid;
  gap: ${vars.space4};
  max-height: min(50vh, 420px);
  margin-top: ${vars.space4};
  overflow-y: auto;

  h3 {
    margin-bottom: ${vars.space2};
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
  > p {
    color: ${vars.fgMuted};
  }
`;
const Choices = styled.ul`
  button {
    justify-content: space-between;
    width: 100%;
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

/** Maximum number of results of each kind. */
const shownOfEach = 6;

interface Group {
  title: string;
  commands: readonly Command[];
}

const close = (): void => isPaletteOpen.set(false);

/**
 * Searches pages, actions, recipients, and transactions by reference. Enter runs the first result; arrow keys move
 * between results.
 */
function CommandPaletteDialog() {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const groups = useGroups(typed);
  const isLookingUp = groups === undefined;
  const found = groups?.filter(({ commands }) => commands.length > 0) ?? [];
  const first = found[0]?.commands[0];
  // The end of a session unmounts an open palette. The next session must not start with it.
  useEffect(() => close, []);
  const run = (command: Command): void => {
    close();
    command.run();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('palette.title')}
      actions={
        <Button variant="secondary" onClick={close}>
          {t('app.close')}
        </Button>
      }
    >
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (first) run(first);
        }}
      >
        <TextField
          data-autofocus
          label={t('palette.field')}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onKeyDown={moveFocus}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Found>
          {found.map(({ title, commands }) => (
            <Section key={title} title={title} commands={commands} first={first} onRun={run} />
          ))}
          {found.length === 0 && <p role="status">{t(isLookingUp ? 'palette.searching' : 'palette.none')}</p>}
        </Found>
      </form>
    </Dialog>
  );
}

interface SectionProps extends Group {
  first: Command | undefined;
  onRun: (command: Command) => void;
}

function Section({ title, commands, first, onRun }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <Choices>
        {commands.map((command) => (
          <li key={command.id}>
            <NavMenuButton type="button" onKeyDown={moveFocus} onClick={() => onRun(command)}>
              <span>
                {command.label} {command.note !== undefined && <small>{command.note}</small>}
              </span>
              {command === first && <Icon name="arrowRight" size={16} />}
            </NavMenuButton>
          </li>
        ))}
      </Choices>
    </section>
  );
}

/** Moves the focus with the arrow keys between the field and the results. */
function moveFocus(event: KeyboardEvent<HTMLInputElement | HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.form?.querySelectorAll<HTMLElement>('input, li > button') ?? []);
  const at = stops.findIndex((each) => each === document.activeElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

/** Results by kind; undefined while there are none and the server has not answered yet. */
function useGroups(typed: string): Group[] | undefined {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  const money = useShownMoney();
  const navigate = useNavigate();
  const send = useSendTo();
  const { all } = useRecipients();
  const payable = holds('wallet.wallets.withdraw') ? all.filter(isPayable) : [];
  const { authUser } = useStore(session);
  const { wallet, places, move, user } = menuFor(authUser?.scopes ?? []);
  const page = ({ to, label }: (typeof places)[number]): Command => ({
    id: to,
    label: t(label),
    run: () => void navigate({ to }),
  });
  const recipients = payable.map((recipient): Command => ({
    id: recipient.id,
    label: recipient.label,
    note: recipient.place,
    run: () => void send(recipient),
  }));
  const actions: Command[] = [
    ...move.map(page),
    {
      id: 'amounts',
      label: t(isHidden ? 'wallet.amounts.show' : 'wallet.amounts.hide'),
      run: () => hideAmounts(!isHidden),
    },
    ...(['light', 'dark', 'system'] as const).map((value): Command => ({
      id: value,
      label: `${t('header.theme')}: ${t(`header.theme.${value}`)}`,
      run: () => chooseTheme(value),
    })),
  ];
  const { entries, isAsking } = useTransactions(typed);
  const transactions = entries.map((entry): Command => ({
    // A run of auto-redemption has the id of its deposit.
    id: entryOf(entry),
    label: `${t(entryTitles[entry.kind])} · ${money(mainAmount(entry))}`,
    note: formatDateTime(locale, entry.createTime),
    run: () => void navigate({ to: '/wallet-history', search: { entry: entryOf(entry) } }),
  }));
  const groups = [
    {
      title: t('palette.pages'),
      commands: find([...wallet, ...places, ...user].map(page), typed).slice(0, shownOfEach),
    },
    { title: t('palette.actions'), commands: find(actions, typed).slice(0, shownOfEach) },
    {
      title: t('palette.recipients'),
      commands: find(recipients, typed).slice(0, shownOfEach),
    },
    {
      title: t('palette.transactions'),
      commands: transactions,
    },
  ];
  return isAsking && groups.every(({ commands }) => commands.length === 0) ? undefined : groups;
}

/** History entries with the typed reference, requested once typing pauses. */
function useTransactions(typed: string): { entries: readonly HistoryEntry[]; isAsking: boolean } {
  const text = usePaused(typed.trim(), 250);
  const isReference = holds('wallet_history') && mayBeReference(typed);
  const isEnabled = isReference && mayBeReference(text);
  const { data, isFetching } = useQuery({ ...historyQuery({ text }), enabled: isEnabled });
  return {
    entries: isEnabled ? (data?.items.slice(0, shownOfEach) ?? []) : [],
    isAsking: isReference && (isFetching || text !== typed.trim()),
  };
}

export default withQueries(CommandPaletteDialog);
