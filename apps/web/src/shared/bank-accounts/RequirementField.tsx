import type { MessageId } from '@wusd/i18n';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { useFormContext } from 'react-hook-form';
import { useField } from '../forms/use-field.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { BankName } from './BankName.tsx';
import type { BankDraft } from './draft.ts';
import { labelOf, nameOf, type Requirement, type TextField as Name, type Way } from './fields.ts';
import type { BankForm } from './schema.ts';

const hints: Partial<Record<Name, MessageId>> = { label: 'bank.label.hint', swiftCode: 'bank.swiftCode.hint' };

/** Chooses the keyboard of a field by the pattern that the rail requires. */
function keyboardOf({ pattern }: Requirement): { inputMode?: 'numeric'; autoCapitalize?: string } {
  if (pattern === undefined) return { autoCapitalize: 'words' };
  if (/^\^\\d[^[]*$/.test(pattern)) return { inputMode: 'numeric' };
  return { autoCapitalize: 'characters' };
}

export interface RequirementFieldProps {
  requirement: Requirement;
  /** All fields that the rail requires. */
  requirements: readonly Requirement[];
  draft: BankDraft;
}

/** One text field of an account, as the rail requires it. */
export function RequirementField({ requirement, requirements, draft }: RequirementFieldProps) {
  const t = useTranslate();
  const field = useField<BankForm>();
  const { setValue, formState } = useFormContext<BankForm>();
  const { isSubmitted } = formState;
  const { way, texts } = draft;
  const name = nameOf(requirement);
  const label = labelOf(name, way as Way);
  const props = requirement.isRequired
    ? field(`texts.${name}`, label)
    : field(`texts.${name}`, 'bank.optional', { field: t(label) });
  if (name === 'bankType')
    return (
      <SelectField
        {...props}
        options={[
          { value: '', label: t('bank.choose') },
          { value: 'checking', label: t('bank.bankType.checking') },
          { value: 'savings', label: t('bank.bankType.savings') },
        ]}
      />
    );
  if (name === 'bankName')
    return (
      <BankName
        label={props.label}
        error={props.error}
        value={texts.bankName ?? ''}
        country={way.country}
        onChange={(bank) => {
          for (const each of requirements.map(nameOf))
            if (bank[each] !== undefined) setValue(`texts.${each}`, bank[each], { shouldValidate: isSubmitted });
        }}
      />
    );
  return (
    <TextField
      {...props}
      hint={hints[name] && t(hints[name])}
      autoComplete="off"
      spellCheck={false}
      {...keyboardOf(requirement)}
      // Allow twice the length: a pasted value may contain spaces.
      maxLength={(requirement.maxLength ?? 140) * 2}
    />
  );
}
