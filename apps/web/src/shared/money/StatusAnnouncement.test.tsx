import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInApp } from '../../../testing/render.tsx';
import { StatusAnnouncement, type StatusAnnouncementProps } from './StatusAnnouncement.tsx';

const states: StatusAnnouncementProps[] = [
  { state: 'to be processed', status: 'To be processed', hold: undefined },
  { state: 'to be processed', status: 'To be processed', hold: { reasonCode: 'cooldown', message: 'It waits a day.' } },
  { state: 'completed', status: 'Completed', hold: undefined },
];

function Payment() {
  const [at, setAt] = useState(0);
  const state = states[at];
  return (
    <>
      {state && <StatusAnnouncement {...state} />}
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
    </>
  );
}

test('a change of status or hold is announced, but not the first state', async () => {
  const { screen } = await renderInApp(<Payment />);
  const status = screen.getByRole('status');
  const next = screen.getByRole('button', { name: 'Next' });
  await expect.element(next).toBeVisible();
  await expect.element(status).toBeEmptyDOMElement();
  await next.click();
  await expect.element(status).toHaveTextContent('Status: To be processed. It waits a day.');
  await next.click();
  await expect.element(status).toHaveTextContent('Status: Completed.');
});
