import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, useState } from 'react';
import { expect } from 'storybook/test';
import { Button } from '../Button/index.js';
import { StepIndicator } from './index.js';

const meta = {
  title: 'Components/StepIndicator',
  component: StepIndicator,
  args: { label: 'Step 1 of 3' },
} satisfies Meta<typeof StepIndicator>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Step 1 of 3')).toBeVisible();
    await expect(canvas.queryByRole('heading')).toBeNull();
  },
};

function Wizard() {
  const [step, setStep] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step > 1) heading.current?.focus();
  }, [step]);
  return (
    <>
      <StepIndicator ref={heading} headingLevel={2} label={`Step ${step} of 2`} />
      <Button onClick={() => setStep(2)}>Next</Button>
    </>
  );
}

/** When the next step replaces the current one on the same page, focus moves to the heading. */
export const MovesFocus: Story = {
  render: () => <Wizard />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByRole('heading', { name: 'Step 2 of 2' })).toHaveFocus();
  },
};
