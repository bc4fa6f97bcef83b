/** Definition of one environment variable, used for validation, `--help`, the documentation and the example file. */
export interface SettingDefinition {
  /** A fragment that begins in lower case, without a full stop. Code is in backticks. */
  description: string;
  /** Value if the variable is not set. */
  default?: string;
  /** Behaviour if the variable is not set, in words, if there is no fixed default. */
  otherwise?: string;
  /** A value for the example file. */
  example?: string;
  /** Whether the process requires it to start: always, or in production. */
  required?: 'always' | 'production';
  /** Other settings that make it required, in words. */
  requiredWith?: string;
  /** Whether the value is secret. `<name>_FILE` may then name a file that contains it. */
  isSecret?: true;
}

export type SettingDefinitions<Name extends string = string> = Readonly<Record<Name, SettingDefinition>>;

/** Settings that form one section of the documentation. */
export interface SettingSection {
  title: string;
  settings: SettingDefinitions;
}

type NameIn<Section> = Section extends { settings: infer Settings } ? keyof Settings & string : never;
/** The names of all settings of the sections. */
export type SettingName<Sections extends readonly SettingSection[]> = NameIn<Sections[number]>;

/** All settings of the sections, by name. */
export function settingsOf<const Sections extends readonly SettingSection[]>(
  sections: Sections,
): SettingDefinitions<SettingName<Sections>> {
  return Object.assign({}, ...sections.map(({ settings }) => settings));
}

/** For output without markup. */
export const withoutMarkup = (text: string): string => text.replaceAll('`', '');

/** Behaviour if a setting is not set. */
export const fallbackOf = ({ default: fallback, otherwise }: SettingDefinition): string | undefined =>
  fallback === undefined ? otherwise : `\`${fallback}\`${otherwise === undefined ? '' : `, ${otherwise}`}`;
