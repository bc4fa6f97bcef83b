import { currencies } from '@wusd/api-sdk/domain';
import { languageNames, languages, type Language } from '@wusd/i18n';
import { formatDateTimeIn } from '@wusd/i18n/zones';
import { Card } from '@wusd/ui-kit/Card';
import { SearchableSelect } from '@wusd/ui-kit/SearchableSelect';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { api } from '../../shared/api/client.ts';
import {
  chooseCurrency,
  chooseLanguage,
  chooseTheme,
  language,
  shownCurrency,
  theme,
  type Theme,
} from '../../shared/i18n/preferences.ts';
import { chooseTimeZone, otherTimeZone } from '../../shared/i18n/time-zone.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useStore } from '../../shared/state/store.ts';

const Fields = styled.div`
  display: grid;
  gap: ${vars.space6};
`;

const themes = ['system', 'light', 'dark'] as const;
const none = 'none';
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Time zones by their IANA names, because there are no translated names for all of them. */
const zones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'Asia/Singapore'),
];

/** The customer's preferences for this browser. Each choice applies immediately. */
export function Preferences() {
  const t = useTranslate();
  const shown = useStore(language);
  const zone = useStore(otherTimeZone);
  const currency = useStore(shownCurrency);
  return (
    <Card>
      <Fields>
        <SelectField
          label={t('security.preferences.language')}
          value={shown}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={({ target: { value } }) => chooseLanguage(value as Language)}
        />
        <SelectField
          label={t('security.preferences.theme')}
          value={useStore(theme)}
          options={themes.map((value) => ({ value, label: t(`header.theme.${value}`) }))}
          onChange={({ target: { value } }) => chooseTheme(value as Theme)}
        />
        <SelectField
          label={t('security.preferences.currency')}
          value={currencies.find((each) => each === currency) ?? 'USD'}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={({ target: { value } }) => chooseCurrency(value)}
        />
        <SearchableSelect
          label={t('security.preferences.zone')}
          options={[
            { value: none, label: t('security.preferences.zone.none') },
            ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
          suggested={[none, ownZone]}
          value={zone ?? none}
          placeholder={t('security.preferences.zone.none')}
          searchLabel={t('security.preferences.zone.search')}
          closeLabel={t('app.close')}
          suggestedLabel={t('security.preferences.zone.suggested')}
          allLabel={t('security.preferences.zone.all')}
          formatCount={(count) => t('security.preferences.zone.found', { count })}
          hint={t('security.preferences.zone.hint', { time: formatDateTimeIn(shown, api.serverTime(), zone) })}
          onChange={(value) => chooseTimeZone(value === none ? undefined : value)}
        />
      </Fields>
    </Card>
  );
}
