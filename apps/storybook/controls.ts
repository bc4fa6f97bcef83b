import { type IconName, iconPaths } from '@wusd/ui-kit/Icon';
import type { ArgTypesEnhancer, SBType } from 'storybook/internal/types';

const icons = Object.keys(iconPaths) as IconName[];

/**
 * The type of a prop as its control needs it. An optional prop is documented as a union with `undefined`, for which Storybook
 * has no control, and a type from another module by its name alone.
 */
export function controllable(type: SBType): SBType {
  const { raw = '' } = type;
  if (/=>|EventHandler</.test(raw)) return { name: 'function', raw };
  if (/\[\](?: \| undefined)?$/.test(raw)) return { name: 'array', raw, value: { name: 'other', value: 'unknown' } };
  if (type.name === 'union') {
    const [only, ...others] = type.value.filter((each) => !(each.name === 'other' && each.value === 'undefined'));
    return only !== undefined && others.length === 0 ? controllable(only) : type;
  }
  if (type.name !== 'other') return type;
  if (type.value === 'ReactNode') return { name: 'string', raw: 'ReactNode' };
  if (type.value === 'IconName') return { name: 'enum', raw: 'IconName', value: icons };
  return type;
}

/** Whether a prop is for code alone: there is nothing that a designer could set. */
export function isForCode(type: SBType): boolean {
  return type.name === 'function' || type.raw?.startsWith('Ref<') === true;
}

/** Gives every documented prop a control that works, before Storybook infers controls from types. */
export const enhanceControls: ArgTypesEnhancer = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      if (argType.type === undefined || typeof argType.type === 'string') return [name, argType];
      const type = controllable(argType.type);
      return [name, isForCode(type) ? { ...argType, type, control: false as const } : { ...argType, type }];
    }),
  );
