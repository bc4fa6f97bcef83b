import { type IconName, iconPaths } from '@wusd/ui-kit/Icon';
import type { ArgTypesEnhancer, SBType } from 'storybook/internal/types';

const icons = Object.keys(iconPaths) as IconName[];

/**
 * Converts the type of a prop for its control. An optional prop is documented as a union with `undefined`, and a type
 * of another module only by its name. Storybook has no control for either.
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

/** Whether a prop is used only in code, so that a designer can't set it. */
export function isForCode(type: SBType): boolean {
  return type.name === 'function' || type.raw?.startsWith('Ref<') === true;
}

/** Adds a working control to every documented prop before Storybook infers controls from types. */
export const enhanceControls: ArgTypesEnhancer = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      if (argType.type === undefined || typeof argType.type === 'string') return [name, argType];
      const type = controllable(argType.type);
      return [name, isForCode(type) ? { ...argType, type, control: false as const } : { ...argType, type }];
    }),
  );
