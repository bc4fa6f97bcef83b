import type { ReactNode } from 'react';
import { Card } from '../Card/index.js';
import { EmptyState } from '../EmptyState/index.js';
import type { IconName } from '../Icon/index.js';

export interface ResultProps {
  icon: IconName;
  title: string;
  /** One sentence about the next step and its time. */
  children: ReactNode;
  /** Link to the next page. */
  action?: ReactNode | undefined;
}

/** The outcome of an action, as the only content of a page. */
export function Result({ icon, title, children, action }: ResultProps) {
  return (
    <Card>
      <EmptyState icon={icon} title={title} action={action} level={1}>
        {children}
      </EmptyState>
    </Card>
  );
}
