import { Button } from '@wusd/ui-kit/Button';
import { Icon } from '@wusd/ui-kit/Icon';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { loadArea } from '../shared/i18n/catalogues.ts';
import { foldRibbon } from '../shared/i18n/preferences.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

const SandboxDrawer = lazy(() =>
  Promise.all([import('../features/sandbox/SandboxDrawer.tsx'), loadArea('sandbox')]).then(([drawer]) => drawer),
);

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${vars.space3};
  min-height: ${vars.sizeControlDense};
  padding-inline: ${vars.space5};
  background: ${vars.warningWash};
  font: ${vars.typeCaption};

  [data-ribbon='folded'] & {
    display: none;
  }
  [data-short] {
    display: none;
  }
  @media (max-width: 575px) {
    gap: ${vars.space1};
    padding-inline: ${vars.space4} ${vars.space1};

    p {
      flex: 1;
    }
    [data-short] {
      display: inline;
    }
    [data-long] {
      display: none;
    }
  }
`;
const Folded = styled.span`
  display: none;

  [data-ribbon='folded'] & {
    display: inline-flex;
  }
`;

const foldedId = 'folded-ribbon';
const foldId = 'fold-ribbon';

/** A slim, foldable line that marks the test environment and opens the sandbox. */
export function TestRibbon() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Bar>
      <p>
        <span data-long>{t('app.testRibbon')}</span>
        <span data-short>{t('app.testRibbon.short')}</span>
      </p>
      <Button variant="quiet" isDense onClick={() => setOpen(true)}>
        <Icon name="beaker" size={20} />
        {t('app.sandbox')}
      </Button>
      <IconButton id={foldId} icon="close" size={16} isDense label={t('app.ribbon.fold')} onClick={() => fold(true)} />
      {isOpen && (
        <Suspense>
          <SandboxDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Bar>
  );
}

/** Button that replaces the folded ribbon. */
export function FoldedRibbon() {
  const t = useTranslate();
  return (
    <Folded>
      <Button id={foldedId} variant="secondary" isDense onClick={() => fold(false)}>
        {t('app.ribbon.show')}
      </Button>
    </Folded>
  );
}

/** Folding hides the pressed button, so the focus moves to the button that reverses it. */
function fold(isFolded: boolean): void {
  foldRibbon(isFolded);
  document.querySelector<HTMLElement>(`#${isFolded ? foldedId : foldId}`)?.focus();
}
