import { vars } from '@wusd/ui-kit/tokens';
import type { MessageId } from '@wusd/i18n';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { balances, movements, rate } from './code-samples.ts';

/** Shows one of several samples. Radio buttons select it, so that it works without scripts. */
const Tabs = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${vars.space2};
    margin-bottom: ${vars.space4};
  }
  label {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding-inline: ${vars.space5};
    border-radius: ${vars.radiusControl};
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
    cursor: pointer;

    &:has(:checked) {
      background: ${vars.accentWash};
      color: ${vars.accentFg};
    }
    &:has(:focus-visible) {
      outline: 2px solid ${vars.focus};
      outline-offset: 2px;
    }
  }
  input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }
  pre {
    display: none;
    min-height: 14rem;
    margin: 0;
    padding: ${vars.space6};
    overflow: auto;
    border: 1px solid ${vars.border};
    border-radius: ${vars.radiusCard};
    background: ${vars.sunken};
    font: 0.875rem/1.5rem ${vars.fontMono};
    tab-size: 2;
  }
  &:has([value='balances']:checked) pre[data-sample='balances'],
  &:has([value='rate']:checked) pre[data-sample='rate'],
  &:has([value='movements']:checked) pre[data-sample='movements'] {
    display: block;
  }
`;

const samples: { name: string; label: MessageId; code: string }[] = [
  { name: 'balances', label: 'home.sdk.balances', code: balances },
  { name: 'rate', label: 'home.sdk.rate', code: rate },
  { name: 'movements', label: 'home.sdk.movements', code: movements },
];

/** Sample scripts for integrators. Each is the body of an example that tests run against the server. */
export function CodeSamples() {
  const t = useTranslate();
  return (
    <Tabs>
      <legend>{t('home.sdk.samples')}</legend>
      <div>
        {samples.map(({ name, label }, index) => (
          <label key={name}>
            <input data-static="" type="radio" name="sample" value={name} defaultChecked={index === 0} />
            {t(label)}
          </label>
        ))}
      </div>
      {samples.map(({ name, label, code }) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content needs keyboard access
        <pre key={name} data-sample={name} role="group" tabIndex={0} aria-label={t(label)}>
          <code>{code}</code>
        </pre>
      ))}
    </Tabs>
  );
}
