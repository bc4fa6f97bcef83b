import { languageNames, languages, type Language } from '@wusd/i18n';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { NavMenu, NavMenuButton } from '@wusd/ui-kit/NavMenu';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { chooseLanguage, chooseTheme, language, theme, type Theme } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** A row of pickers at the end of a menu. */
export const PickerRow = styled.div`
  display: flex;
  justify-content: space-between;
  margin-top: ${vars.space3};
  border-top: 1px solid ${vars.border};
  padding-top: ${vars.space3};
`;

export const themeIcons = { system: 'theme', light: 'sun', dark: 'moon' } as const satisfies Record<Theme, IconName>;
export const themes = ['system', 'light', 'dark'] as const;

export function LanguagePicker() {
  const t = useTranslate();
  return (
    <SelectField
      label={t('header.language')}
      isLabelHidden
      isBare
      leading={<Icon name="globe" size={20} />}
      value={useStore(language)}
      options={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(event) => chooseLanguage(event.target.value as Language)}
    />
  );
}

export function ThemePicker() {
  const t = useTranslate();
  const chosen = useStore(theme);
  return (
    <NavMenu label={t('header.theme')} icon="theme" isLabelHidden align="end">
      {themes.map((value) => (
        <NavMenuButton key={value} aria-pressed={value === chosen} onClick={() => chooseTheme(value)}>
          <Icon name={themeIcons[value]} size={20} />
          {t(`header.theme.${value}`)}
        </NavMenuButton>
      ))}
    </NavMenu>
  );
}
