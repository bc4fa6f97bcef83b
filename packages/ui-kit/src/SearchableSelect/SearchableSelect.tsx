import {
  type FocusEventHandler,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { fieldState, Frame, Label, Notes, Root } from '../TextField/Field.js';
import { vars } from '../tokens.js';
import { VisuallyHidden } from '../VisuallyHidden/index.js';

// Brings Headless UI with it. It is loaded when the field gets the focus.
const load = () => import('./Options.js');
const Options = lazy(() => load().then((module) => ({ default: module.Options })));

export interface SearchableOption {
  value: string;
  label: string;
  /** Beside the label in the list, e.g. a calling code. */
  detail?: string | undefined;
  /** Other texts by which the option is found, e.g. its names in other languages. */
  keywords?: readonly string[] | undefined;
}

export interface SearchableSelectProps {
  label: string;
  /** In the order in which they are shown. */
  options: readonly SearchableOption[];
  /** Of the chosen option; empty while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Values of the options that are most likely chosen; shown first, beside their place in the list. */
  suggested?: readonly string[] | undefined;
  /** What the field shows of the chosen option. @default its label */
  formatValue?: ((option: SearchableOption) => string) | undefined;
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** Label of the field that searches. */
  searchLabel: string;
  closeLabel: string;
  /** Names of the two parts of the list, where there are suggested options. */
  suggestedLabel: string;
  allLabel: string;
  /** How many options were found; said after each letter, and shown where there are none. */
  formatCount: (count: number) => string;
  /** Under the field, always there. */
  hint?: ReactNode | undefined;
  /** What is wrong and what to do. Marks the field invalid. */
  error?: string | undefined;
  /** The label is said, not shown; only where its meaning is plain from what is around it. @default false */
  isLabelHidden?: boolean | undefined;
  /** Without an outline, inside another field. @default false */
  isBare?: boolean | undefined;
  /** What browsers fill in by themselves, e.g. `country`. They may fill in a value or a label. */
  autoComplete?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  onBlur?: FocusEventHandler<HTMLButtonElement> | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const Trigger = styled.button`
  display: flex;
  flex: 1;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space3};
  min-width: 0;
  min-height: 42px;
  padding: ${vars.space3} ${vars.space3} ${vars.space3} ${vars.space4};
  border: 0;
  border-radius: inherit;
  background: transparent;
  color: ${vars.fg};
  font: ${vars.typeBody};
  text-align: start;
  cursor: pointer;

  &:focus {
    outline: none;
  }
  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  > svg {
    flex: none;
    color: ${vars.fgMuted};
  }
`;
const Filled = styled.input`
  position: absolute;
  inset-block-end: 0;
  inset-inline-start: 0;
  width: 1px;
  height: 1px;
  padding: 0;
  border: 0;
  opacity: 0;
  pointer-events: none;
`;

/**
 * A choice among many named values, searched by typing: a button that opens a dialog with a search field and a list. A list
 * under a text field (`aria-activedescendant`) is not read by VoiceOver on iOS; here the focus itself moves to the options.
 */
export function SearchableSelect(props: SearchableSelectProps) {
  const { label, options, value, onChange, placeholder, hint, error, isLabelHidden, isBare, autoComplete } = props;
  const { formatValue = ({ label: text }) => text, id, name, onBlur, ref } = props;
  const generated = useId();
  const fieldId = id ?? generated;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = options.find((each) => each.value === value);
  const title = (
    <Label id={`${fieldId}-label`} htmlFor={fieldId}>
      {label}
    </Label>
  );
  const open = (text: string): void => {
    setTyped(text);
    setOpen(true);
  };
  // A letter opens the list with what it finds. Those that follow before the dialog is loaded are kept.
  const onKeyDown = (event: KeyboardEvent): void => {
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(isLetter ? (isOpen ? typed : '') + event.key : '');
  };
  return (
    <Root>
      {isLabelHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      <Frame data-bare={isBare ? '' : undefined} data-invalid={error === undefined ? undefined : ''}>
        <Trigger
          {...fieldState(fieldId, hint, error)}
          ref={ref}
          type="button"
          // A combobox has a value and can be invalid; a button can’t.
          role="combobox"
          aria-labelledby={`${fieldId}-label`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${fieldId}-options` : undefined}
          name={name}
          onClick={() => open('')}
          onKeyDown={onKeyDown}
          onFocus={() => void load().catch(ignore)}
          onBlur={onBlur}
        >
          <span>{chosen === undefined ? placeholder : formatValue(chosen)}</span>
          <Icon name="chevronDown" size={16} />
        </Trigger>
        {autoComplete !== undefined && (
          <Filled
            aria-hidden
            tabIndex={-1}
            autoComplete={autoComplete}
            value={value}
            onChange={({ target }) => {
              const filled = options.find((each) => each.value === target.value || each.label === target.value);
              if (filled) onChange(filled.value);
            }}
          />
        )}
      </Frame>
      <Notes id={fieldId} hint={hint} error={error} />
      {isOpen && (
        <Suspense>
          <Options
            {...props}
            id={`${fieldId}-options`}
            typed={typed}
            onType={setTyped}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Root>
  );
}

/** Tried again when the list opens, where a failure is shown. */
function ignore(): void {}
