import { fallbackOf, type SettingDefinition, type SettingSection, withoutMarkup } from './definition.ts';

// Renders the `--help` text, the tables of the documentation and the example file from the definitions.

/** `required in production; secret` */
function notesOf({ required, requiredWith, isSecret }: SettingDefinition): string[] {
  return [
    ...(required === 'always' ? ['required'] : []),
    ...(required === 'production' ? ['required in production'] : []),
    ...(requiredWith === undefined ? [] : [`required with ${requiredWith}`]),
    ...(isSecret ? ['secret'] : []),
  ];
}

/** @param usage command line and purpose of the process */
export function renderHelp(usage: string, sections: readonly SettingSection[]): string {
  const text = [
    usage,
    'Settings are environment variables. Those that are secret may be in a file instead, which <name>_FILE names.',
    ...sections.map(({ title, settings }) =>
      [
        title,
        ...Object.entries(settings).map(([name, setting]) => {
          const fallback = fallbackOf(setting);
          const notes = [...notesOf(setting), ...(fallback === undefined ? [] : [`default: ${fallback}`])];
          return `  ${name}\n      ${setting.description}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
        }),
      ].join('\n'),
    ),
  ].join('\n\n');
  return withoutMarkup(text);
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

export function renderMarkdown(sections: readonly SettingSection[]): string {
  return sections
    .map(({ title, settings }) =>
      [
        `### ${title}\n`,
        '| Setting | What it sets | Needed | Default |',
        '|---|---|---|---|',
        ...Object.entries(settings).map(([name, setting]) => {
          const columns = [setting.description, notesOf(setting).join('; '), fallbackOf(setting) ?? ''];
          return `| \`${name}\` | ${columns.map(cell).join(' | ')} |`;
        }),
      ].join('\n'),
    )
    .join('\n\n');
}

/** An environment file with every setting; settings that need no value are commented out. */
export function renderExample(sections: readonly SettingSection[]): string {
  return sections
    .map(({ title, settings }) =>
      [
        `# ${title}`,
        ...Object.entries(settings).map(([name, setting]) => {
          const notes = notesOf(setting);
          const comment = `${setting.description}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
          const isOptional = setting.required === undefined;
          return `# ${withoutMarkup(comment)}\n${isOptional ? '#' : ''}${name}=${setting.example ?? setting.default ?? ''}`;
        }),
      ].join('\n'),
    )
    .join('\n\n');
}
