import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';

/** The maximum width of text and cards. */
export const Wide = styled.div`
  width: 100%;
  max-width: calc(${vars.sizeDashboard} + 2 * ${vars.space6});
  margin-inline: auto;
  padding: 80px ${vars.space6};

  @media (max-width: 991px) {
    padding: ${vars.space9} ${vars.space5};
  }
`;

/** A full-width section. */
export const Band = styled.section`
  /* Before hydration, sections are laid out only near the viewport, so that the first paint does not wait for them. */
  [data-prerendered] & {
    content-visibility: auto;
    contain-intrinsic-size: auto 600px;
  }
  &[data-tone='surface'] {
    border-block: 1px solid ${vars.border};
    background: ${vars.surface};
  }
  h2 {
    margin-bottom: ${vars.space7};
    font: ${vars.typeTitle1};
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
`;

export const Three = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${vars.space7};

  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
