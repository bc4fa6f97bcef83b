import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect } from 'react';
import { styled } from 'styled-components';
import { useTranslate } from '../i18n/use-translate.ts';

export interface PageProps {
  title: string;
  /**
   * `flow` for a single task, `dashboard` for an overview. A page with a side column is always as wide as a dashboard.
   */
  width: 'flow' | 'dashboard';
  /** Purpose of the page, below its title. */
  intro?: ReactNode;
  /** Language of title and intro, if it differs from the language of the app (WCAG 2.2, 3.1.2). */
  lang?: string;
  /** Content beside the title. */
  aside?: ReactNode;
  /** Side column for a summary, next steps or help. Beside the content on a desktop, otherwise below it. */
  side?: ReactNode;
  /** Whether to hide the title, because the content of the page shows it. */
  isTitleHidden?: boolean;
  children: ReactNode;
}

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${vars.space6};
  width: 100%;
  max-width: calc(${vars.sizeDashboard} + 2 * ${vars.space6});
  margin-inline: auto;
  padding: ${vars.space8} ${vars.space6} ${vars.space10};

  &[data-width='flow'] {
    max-width: calc(${vars.sizeFlow} + 2 * ${vars.space6});
  }
  @media (max-width: 991px) {
    gap: ${vars.space5};
    padding: ${vars.space6} ${vars.space5} ${vars.space9};
  }
`;
/** Content of 680 to 760 px beside a side column of 320 px. */
const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 47.5rem) 20rem;
  justify-content: space-between;
  align-items: start;
  gap: ${vars.space6} ${vars.space8};

  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr) 20rem;
  }
  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${vars.space6};

  @media (max-width: 991px) {
    gap: ${vars.space5};
  }
`;
const Aside = styled(Stack)`
  @media (max-width: 991px) {
    &:has(> [data-desktop-only]:only-child) {
      display: none;
    }
  }
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space5};

  h1 {
    font: ${vars.typeTitle1};
  }
`;

const Intro = styled.p`
  color: ${vars.fgMuted};
  overflow-wrap: break-word;
`;

/** Layout of a screen: columns, heading, and document title. */
export function Page({ title, width, intro, lang, aside, side, isTitleHidden, children }: PageProps) {
  const t = useTranslate();
  useEffect(() => {
    document.title = t('app.title', { page: title });
  });
  return (
    <Column data-width={side ? 'dashboard' : width}>
      {!isTitleHidden && (
        <Head>
          <h1 lang={lang}>{title}</h1>
          {aside}
        </Head>
      )}
      {intro !== undefined && <Intro lang={lang}>{intro}</Intro>}
      {!side ? (
        children
      ) : (
        <Beside>
          <Stack>{children}</Stack>
          <Aside as="aside">{side}</Aside>
        </Beside>
      )}
    </Column>
  );
}
