import { type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import { Backdrop, Panel as Shell, Root, Stage, Title } from '../Dialog/shell.js';
import { useOpenAfterMount } from '../Dialog/use-open-after-mount.js';
import { useReturnFocus } from '../Dialog/use-return-focus.js';
import { Icon } from '../Icon/index.js';
import { IconButton } from '../IconButton/index.js';
import { TextField } from '../TextField/index.js';
import { vars } from '../tokens.js';
import type { SearchableOption, SearchableSelectProps } from './SearchableSelect.js';
import { indexOf, search } from './search.js';

const Panel = styled(Shell)`
  display: flex;
  flex-direction: column;
  gap: ${vars.space4};
  /* Not of the stage, whose row would grow with the list. */
  height: min(640px, 100dvh - 2 * ${vars.space5});
  padding-bottom: 0;

  @media (max-width: 575px) {
    height: 85dvh;
    padding: ${vars.space5} ${vars.space5} 0;
  }
`;
const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
`;
const Count = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};

  &:empty {
    margin-top: calc(-1 * ${vars.space4});
  }
`;
const List = styled.div`
  flex: 1;
  min-height: 0;
  padding: 2px 2px max(${vars.space5}, env(safe-area-inset-bottom));
  overflow-y: auto;
  overscroll-behavior: contain;
`;
const Group = styled.div`
  > span {
    display: block;
    padding: ${vars.space3} ${vars.space4} ${vars.space2};
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;
const Option = styled.div`
  display: flex;
  align-items: center;
  gap: ${vars.space3};
  min-height: ${vars.sizeControl};
  padding: ${vars.space3} ${vars.space4};
  border-radius: ${vars.radiusControl};
  font: ${vars.typeBody};
  cursor: pointer;

  &:hover {
    background: ${vars.sunken};
  }
  &:focus-visible {
    outline: 2px solid ${vars.focus};
    outline-offset: -2px;
  }
  > span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  > small {
    color: ${vars.fgMuted};
    font: inherit;
  }
`;

export interface OptionsProps extends SearchableSelectProps {
  id: string;
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}

/** The dialog of a SearchableSelect. Enter in the search field chooses the first result. */
export function Options(props: OptionsProps) {
  const { id, label, options, value, suggested = [], typed, onType, onChange, onClose } = props;
  useReturnFocus(true);
  const panel = useRef<HTMLDivElement>(null);
  const index = useMemo(() => indexOf(options), [options]);
  const isSearching = typed.trim() !== '';
  const found = search(index, typed);
  const likely = isSearching ? [] : optionsOf(options, suggested);
  const choose = (chosen: string): void => {
    if (chosen !== value) onChange(chosen);
    onClose();
  };
  // Exactly one option is reachable by Tab: the chosen option, or the first.
  const isLikely = likely.length > 0 && (value === '' || likely.some((each) => each.value === value));
  const reachable = reachableOf(isLikely ? likely : found, isSearching ? '' : value);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const stops = Array.from(panel.current?.querySelectorAll<HTMLElement>('input, [role="option"]') ?? []);
    const next = nextStop(stops, event);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Root open={useOpenAfterMount(true)} onClose={onClose}>
      <Backdrop />
      <Stage>
        <Panel id={id} ref={panel} onKeyDown={onKeyDown}>
          <Head>
            <Title>{label}</Title>
            <IconButton icon="close" label={props.closeLabel} onClick={onClose} />
          </Head>
          <TextField
            data-autofocus
            type="search"
            label={props.searchLabel}
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // Do not submit the surrounding form.
              event.preventDefault();
              if (isSearching && found[0]) choose(found[0].value);
            }}
          />
          <Count role="status">{isSearching && props.formatCount(found.length)}</Count>
          {found.length > 0 && (
            <List role="listbox" aria-label={label}>
              {likely.length > 0 && (
                <Part
                  title={props.suggestedLabel}
                  options={likely}
                  value={value}
                  reachable={isLikely ? reachable : undefined}
                  onChoose={choose}
                />
              )}
              <Part
                title={likely.length > 0 ? props.allLabel : undefined}
                options={found}
                value={value}
                reachable={isLikely ? undefined : reachable}
                onChoose={choose}
              />
            </List>
          )}
        </Panel>
      </Stage>
    </Root>
  );
}

interface PartProps {
  title: string | undefined;
  options: readonly SearchableOption[];
  value: string;
  /** Value of the option that is reachable by Tab. */
  reachable: string | undefined;
  onChoose: (value: string) => void;
}

function Part({ title, options, value, reachable, onChoose }: PartProps) {
  const id = useId();
  const list = options.map((option) => (
    <Option
      key={option.value}
      role="option"
      aria-selected={option.value === value}
      tabIndex={option.value === reachable ? 0 : -1}
      onClick={() => onChoose(option.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose(option.value);
      }}
    >
      <span>{option.label}</span>
      {option.detail !== undefined && <small>{option.detail}</small>}
      {option.value === value && <Icon name="check" size={16} />}
    </Option>
  ));
  if (title === undefined) return list;
  return (
    <Group role="group" aria-labelledby={id}>
      <span id={id}>{title}</span>
      {list}
    </Group>
  );
}

function reachableOf(options: readonly SearchableOption[], value: string): string | undefined {
  return (options.find((each) => each.value === value) ?? options[0])?.value;
}

function optionsOf(options: readonly SearchableOption[], values: readonly string[]): SearchableOption[] {
  return values.flatMap((value) => options.find((each) => each.value === value) ?? []);
}

/** Focus target of a key. The first of `stops` is the search field, the options follow. */
function nextStop(
  stops: readonly HTMLElement[],
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): HTMLElement | undefined {
  const at = stops.findIndex((each) => each === document.activeElement);
  const to = (place: number): HTMLElement | undefined => stops[Math.max(0, Math.min(stops.length - 1, place))];
  if (at === -1) return undefined;
  if (key === 'ArrowDown')
    return at === 0 ? (stops.find((each) => each.tabIndex === 0 && each.role === 'option') ?? to(1)) : to(at + 1);
  if (key === 'ArrowUp') return to(at - 1);
  if (at === 0) return undefined;
  if (key === 'Home') return to(1);
  if (key === 'End') return to(stops.length - 1);
  // A letter continues the search.
  const isTyped = (key.length === 1 && key !== ' ') || key === 'Backspace';
  if (isTyped && !ctrlKey && !metaKey && !altKey) stops[0]?.focus();
  return undefined;
}
