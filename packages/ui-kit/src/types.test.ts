import { describe, expectTypeOf, test } from 'vitest';
import type { ButtonLinkProps, ButtonProps } from './Button/index.js';
import type { ChipProps } from './Chip/index.js';
import type { CodeFieldProps } from './CodeField/index.js';
import type { IconProps } from './Icon/index.js';
import type { IconButtonProps } from './IconButton/index.js';
import type { ListRowProps } from './List/index.js';
import type { NavMenuButtonProps, NavMenuLinkProps } from './NavMenu/index.js';
import type { NoticeProps } from './Notice/index.js';
import type { SelectFieldProps } from './SelectField/index.js';
import type { StatusChipProps } from './StatusChip/index.js';
import type { PasswordFieldProps, TextFieldProps } from './TextField/index.js';
import type { TextLinkProps } from './TextLink/index.js';

// Checked by the compiler: inconsistent styles and controls without an accessible name do not compile.

describe('props', () => {
  test('offer no way to restyle a component', () => {
    expectTypeOf<ButtonProps>().not.toHaveProperty('className');
    expectTypeOf<ButtonProps>().not.toHaveProperty('style');
    expectTypeOf<ButtonLinkProps>().not.toHaveProperty('className');
    expectTypeOf<IconButtonProps>().not.toHaveProperty('style');
    expectTypeOf<NavMenuLinkProps>().not.toHaveProperty('className');
    expectTypeOf<NavMenuButtonProps>().not.toHaveProperty('style');
    expectTypeOf<TextLinkProps>().not.toHaveProperty('className');
    expectTypeOf<TextFieldProps>().not.toHaveProperty('className');
    expectTypeOf<SelectFieldProps>().not.toHaveProperty('style');
    expectTypeOf<CodeFieldProps>().not.toHaveProperty('className');
  });

  test('require a name for every control', () => {
    expectTypeOf<IconButtonProps>().toHaveProperty('label').toEqualTypeOf<string>();
    expectTypeOf<TextFieldProps>().toHaveProperty('label').toEqualTypeOf<string>();
    expectTypeOf<SelectFieldProps>().toHaveProperty('label').toEqualTypeOf<string>();
    expectTypeOf<CodeFieldProps>().toHaveProperty('label').toEqualTypeOf<string>();
    expectTypeOf<PasswordFieldProps>().toHaveProperty('showLabel').toEqualTypeOf<string>();
    expectTypeOf<ButtonProps['children']>().not.toEqualTypeOf<undefined>();
  });

  test('restrict tones and icons', () => {
    expectTypeOf<ChipProps['tone']>().toEqualTypeOf<'neutral' | 'positive' | 'warning' | 'negative'>();
    expectTypeOf<StatusChipProps['status']>().toEqualTypeOf<
      'pending' | 'attention' | 'success' | 'failure' | 'cancelled'
    >();
    expectTypeOf<'exclamation'>().not.toExtend<IconProps['name']>();
    expectTypeOf<NoticeProps['role']>().toEqualTypeOf<'status' | 'alert' | undefined>();
    expectTypeOf<ListRowProps['onPress']>().toEqualTypeOf<() => void>();
  });
});
