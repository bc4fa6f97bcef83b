import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { type Command, find, mayBeReference } from './command-search.ts';
import { menuFor } from '../features/header/menu.ts';
import { entryOf } from '../features/history/filters.ts';
import { historyQuery } from '../features/history/queries.ts';
import { useRecipients } from '../features/recipients/use-recipients.ts';
import { useSendTo } from '../routes/send-to-recipient.ts';
import { session } from '../shared/api/client.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { areAmountsHidden, chooseTheme, hideAmounts, language } from '../shared/i18n/preferences.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { holds } from '../shared/session/session.ts';
import { isPaletteOpen } from '../shared/state/palette.ts';
import { useStore } from '../shared/state/store.ts';
import { usePaused } from '../shared/state/use-paused.ts';

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
const Choice = styled.button`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 ${vars.space4};
  width: 100%;
  min-height: 44px;
  align-items: center;
  padding: ${vars.space3} ${vars.space4};
  border: 0;
  border-radius: ${vars.radiusControl};
  background: none;
  color: ${vars.fg};
  font: ${vars.typeBody};
  text-align: start;
  cursor: pointer;

  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
  &:hover,
  &:focus-visible,
  &[data-first] {
    background: ${vars.accentWash};
  }
`;

/** Most of each kind that are shown, so that none hides the others. */
const shownOfEach = 6;

interface Group {
  title: string;
  commands: readonly Command[];
}

/** Finds pages, recipients, transactions by reference, and actions, and goes there. Enter takes the first, arrow keys walk. */
function CommandPaletteDialog() {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const groups = useGroups(typed);
  const isLookingUp = groups === undefined;
  const found = groups?.filter(({ commands }) => commands.length > 0) ?? [];
  const first = found[0]?.commands[0];
  const close = (): void => isPaletteOpen.set(false);
  const take = (command: Command): void => {
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
          if (first) take(first);
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
          onKeyDown={walk}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Found>
          {found.map(({ title, commands }) => (
            <Choices key={title} title={title} commands={commands} first={first} onTake={take} />
          ))}
          {found.length === 0 && <p role="status">{t(isLookingUp ? 'palette.searching' : 'palette.none')}</p>}
        </Found>
      </form>
    </Dialog>
  );
}

interface ChoicesProps extends Group {
  first: Command | undefined;
  onTake: (command: Command) => void;
}

function Choices({ title, commands, first, onTake }: ChoicesProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {commands.map((command) => (
          <li key={command.id}>
            <Choice
              type="button"
              data-first={command === first ? '' : undefined}
              onKeyDown={walk}
              onClick={() => onTake(command)}
            >
              {command.label}
              {command.note !== undefined && <small>{command.note}</small>}
            </Choice>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Arrow keys move between the field and what was found. */
function walk(event: KeyboardEvent<HTMLInputElement | HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.form?.querySelectorAll<HTMLElement>('input, li > button') ?? []);
  const at = stops.findIndex((each) => each === document.activeElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

/** What matches, by kind; undefined while nothing does and the server is being asked. */
function useGroups(typed: string): Group[] | undefined {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  const navigate = useNavigate();
  const send = useSendTo();
  const { all } = useRecipients();
  const { authUser } = useStore(session);
  const { wallet, places, move, user } = menuFor(authUser?.scopes ?? []);
  const page = ({ to, label }: (typeof places)[number]): Command => ({
    id: to,
    label: t(label),
    run: () => void navigate({ to }),
  });
  const recipients = all.map((recipient): Command => ({
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
  const { transactions, isAsking } = useTransactions(typed, (entry) =>
    navigate({ to: '/wallet-history', search: { entry } }),
  );
  const groups = [
    {
      title: t('palette.pages'),
      commands: find([...wallet, ...places, ...user].map(page), typed).slice(0, shownOfEach),
    },
    { title: t('palette.actions'), commands: find(actions, typed).slice(0, shownOfEach) },
    {
      title: t('palette.recipients'),
      commands: holds('wallet.wallets.withdraw') ? find(recipients, typed).slice(0, shownOfEach) : [],
    },
    {
      title: t('palette.transactions'),
      commands: transactions.map(({ id, at, ...command }) => ({
        ...command,
        id,
        note: formatDateTime(locale, at),
      })),
    },
  ];
  return isAsking && groups.every(({ commands }) => commands.length === 0) ? undefined : groups;
}

/** Transactions with the typed reference, asked for once typing pauses. */
function useTransactions(typed: string, open: (entry: string) => Promise<void>) {
  const text = usePaused(typed.trim(), 250);
  const isReference = holds('wallet_history') && mayBeReference(typed);
  const { data, isFetching } = useQuery({
    ...historyQuery({ text }),
    enabled: isReference && mayBeReference(text),
  });
  const transactions = isReference && mayBeReference(text) ? (data?.items.slice(0, shownOfEach) ?? []) : [];
  return {
    isAsking: isReference && (isFetching || text !== typed.trim()),
    transactions: transactions.map((entry) => ({
      // A run of auto-redemption has the id of its deposit.
      id: entryOf(entry),
      label: entry.id,
      at: entry.createTime,
      run: () => void open(entryOf(entry)),
    })),
  };
}

export default withQueries(CommandPaletteDialog);
