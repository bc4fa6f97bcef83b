import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface StepListProps {
  /** Accessible name of the list. Omit it below a heading with the same text. */
  label?: string;
  /** The title is a heading. Without a body it is plain text. */
  steps: readonly { title: string; body?: ReactNode }[];
}

const List = styled.ol`
  display: grid;
  gap: ${vars.space6};
  counter-reset: step;
  text-align: start;
`;
const Step = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${vars.space2} ${vars.space5};
  counter-increment: step;

  &::before {
    content: counter(step);
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border-radius: 50%;
    background: ${vars.accentWash};
    color: ${vars.accentFg};
    font: ${vars.typeLabel};
    font-variant-numeric: tabular-nums lining-nums;
  }
`;
const Title = styled.h3`
  align-self: center;
  font: ${vars.typeHeadline};
`;
const Sentence = styled.p`
  align-self: center;
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;
const Body = styled.div`
  display: grid;
  grid-column: 2;
  gap: ${vars.space3};
  color: ${vars.fgMuted};
  overflow-wrap: break-word;
`;

/** Numbered steps: titles with one or two sentences each, or single sentences. */
export function StepList({ label, steps }: StepListProps) {
  return (
    <List aria-label={label}>
      {steps.map(({ title, body }) => (
        <Step key={title}>
          {body === undefined ? (
            <Sentence>{title}</Sentence>
          ) : (
            <>
              <Title>{title}</Title>
              <Body>{body}</Body>
            </>
          )}
        </Step>
      ))}
    </List>
  );
}
