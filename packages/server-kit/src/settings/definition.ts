/** What one environment variable sets. Validation, `--help`, the documentation and the example file are made from it. */
export interface SettingDefinition {
  /** A fragment that begins in lower case, without a full stop at its end. Code stands in backticks. */
  description: string;
  /** The value that holds where it is not set. */
  default?: string;
  /** What holds where it is not set, in words, for what has no fixed default. */
  otherwise?: string;
  /** A value for the example file. */
  example?: string;
  /** Without it the process does not start: ever, or in production. */
  required?: 'always' | 'production';
  /** With which other settings it is needed, in words. */
  requiredWith?: string;
  /** Whether it is to be kept secret: `<name>_FILE` may name a file that holds it. */
  isSecret?: true;
}

export type SettingDefinitions<Name extends string = string> = Readonly<Record<Name, SettingDefinition>>;

/** Settings that are read together, under a title of the documentation. */
export interface SettingSection {
  title: string;
  settings: SettingDefinitions;
}

type NameIn<Section> = Section extends { settings: infer Settings } ? keyof Settings & string : never;
/** The names of all settings of some sections. */
export type SettingName<Sections extends readonly SettingSection[]> = NameIn<Sections[number]>;

/** All settings of the sections, by name. */
export function settingsOf<const Sections extends readonly SettingSection[]>(
  sections: Sections,
): SettingDefinitions<SettingName<Sections>> {
  return Object.assign({}, ...sections.map(({ settings }) => settings));
}

/** For output that has no markup. */
export const withoutMarkup = (text: string): string => text.replaceAll('`', '');

/** What holds where a setting is not set. */
export const fallbackOf = ({ default: fallback, otherwise }: SettingDefinition): string | undefined =>
  fallback === undefined ? otherwise : `\`${fallback}\`${otherwise === undefined ? '' : `, ${otherwise}`}`;
