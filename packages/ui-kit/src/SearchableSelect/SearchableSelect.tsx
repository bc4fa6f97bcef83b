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

// Loaded when the field receives focus, because it includes Headless UI.
const load = () => import('./Options.js');
const Options = lazy(() => load().then((module) => ({ default: module.Options })));

export interface SearchableOption {
  value: string;
  label: string;
  /** Text beside the label in the list, e.g. a calling code. */
  detail?: string | undefined;
  /** Further search terms of the option, e.g. its names in other languages. */
  keywords?: readonly string[] | undefined;
}

export interface SearchableSelectProps {
  label: string;
  /** Options in display order. */
  options: readonly SearchableOption[];
  /** Value of the chosen option; empty if nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Values of the most likely options; shown first, in addition to their place in the list. */
  suggested?: readonly string[] | undefined;
  /** Text of the chosen option in the field. @default its label */
  formatValue?: ((option: SearchableOption) => string) | undefined;
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** Label of the search field. */
  searchLabel: string;
  closeLabel: string;
  /** Names of the two parts of the list, if there are suggested options. */
  suggestedLabel: string;
  allLabel: string;
  /** Text with the number of results; announced after each letter, and shown if there are none. */
  formatCount: (count: number) => string;
  /** Help text below the field. */
  hint?: ReactNode | undefined;
  /** Error message with the remedy. Marks the field invalid. */
  error?: string | undefined;
  /** Hides the label visually. Use it only if the context makes the meaning clear. @default false */
  isLabelHidden?: boolean | undefined;
  /** Removes the outline, for use inside another field. @default false */
  isBare?: boolean | undefined;
  /** Autofill hint for browsers, e.g. `country`. They may fill in a value or a label. */
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
 * A choice among many named values with search: a button that opens a dialog with a search field and a list. VoiceOver
 * on iOS does not read a list under a text field (`aria-activedescendant`), so focus moves to the options.
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
  // A letter opens the list with its results. Letters typed before the dialog is loaded are kept.
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

/** Loading is retried when the list opens, which shows a failure. */
function ignore(): void {}
