import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, waitFor, within } from 'storybook/test';
import { SearchableSelect, type SearchableSelectProps } from './index.js';

const options = [
  { value: 'AX', label: 'Åland Islands' },
  { value: 'CN', label: 'China', keywords: ['中国', 'จีน'] },
  { value: 'CI', label: 'Côte d’Ivoire' },
  { value: 'HK', label: 'Hong Kong', keywords: ['香港', 'ฮ่องกง'] },
  { value: 'IN', label: 'India', keywords: ['印度', 'อินเดีย'] },
  { value: 'SG', label: 'Singapore', keywords: ['新加坡', 'สิงคโปร์'] },
  { value: 'TH', label: 'Thailand', keywords: ['泰国', 'ไทย'] },
  { value: 'GB', label: 'United Kingdom', keywords: ['英国', 'สหราชอาณาจักร'] },
];

function Example({ value: initial, onChange, ...props }: SearchableSelectProps) {
  const [value, setValue] = useState(initial);
  return (
    <SearchableSelect
      {...props}
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

const meta = {
  title: 'Components/SearchableSelect',
  component: SearchableSelect,
  args: {
    label: 'Nationality',
    options,
    value: '',
    onChange: fn(),
    placeholder: 'Choose…',
    searchLabel: 'Search by name or code',
    closeLabel: 'Close',
    suggestedLabel: 'Suggested',
    allLabel: 'All countries',
    formatCount: (count) => (count === 0 ? 'Nothing found. Try another name.' : `${count} found`),
  },
  render: (args) => <Example {...args} />,
} satisfies Meta<typeof SearchableSelect>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Chosen: Story = { args: { value: 'SG' } };
export const Bare: Story = {
  args: {
    value: 'SG',
    label: 'Country code',
    isBare: true,
    isLabelHidden: true,
    formatValue: ({ value }) => `+65 ${value}`,
  },
};

/** Nothing is preselected. A screen reader announces the error with the field. */
export const Unchosen: Story = {
  args: { hint: 'As in your passport', error: 'Nationality is required' },
  play: async ({ canvas }) => {
    const field = canvas.getByRole('combobox', { name: 'Nationality' });
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription('As in your passport Nationality is required');
  },
};

/** Suggested options are at the top, and also at their place in the list. */
export const Open: Story = {
  args: { suggested: ['SG', 'TH'] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText('Nationality'));
    const dialog = await screen.findByRole('dialog', { name: 'Nationality' });
    await waitFor(() => expect(within(dialog).getByLabelText('Search by name or code')).toHaveFocus());
    const suggested = within(dialog).getByRole('group', { name: 'Suggested' });
    await expect(
      within(suggested)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['Singapore', 'Thailand']);
    await expect(within(dialog).getAllByRole('option', { name: 'Singapore' })).toHaveLength(2);
  },
};
export const OpenPhone: Story = { ...Open, globals: { viewport: { value: 'narrow' } } };

/** A long list scrolls within the dialog, which fits into the window. */
export const OpenLong: Story = {
  args: { options: Array.from({ length: 60 }, (_, place) => ({ value: `${place}`, label: `Country ${place}` })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText('Nationality'));
    const list = await screen.findByRole('listbox', { name: 'Nationality' });
    await expect(list.scrollHeight).toBeGreaterThan(list.clientHeight);
    await expect(list.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  },
};

/** Finds an option by any of its names, without accents, and chooses it with Enter. */
export const ByKeyboard: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole('combobox', { name: 'Nationality' });
    await userEvent.tab();
    await expect(field).toHaveFocus();
    await userEvent.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Nationality' });
    const searched = within(dialog).getByLabelText('Search by name or code');
    await waitFor(() => expect(searched).toHaveFocus());
    await expect(searched).toHaveValue('c');
    await userEvent.keyboard('ote');
    await expect(await within(dialog).findByRole('status')).toHaveTextContent('1 found');
    await userEvent.keyboard('{Enter}');
    await expect(args.onChange).toHaveBeenLastCalledWith('CI');
    await waitFor(() => expect(field).toHaveFocus());
    await expect(field).toHaveTextContent('Côte d’Ivoire');

    await userEvent.keyboard('{ArrowDown}');
    const again = await screen.findByRole('dialog', { name: 'Nationality' });
    await waitFor(() => expect(within(again).getByLabelText('Search by name or code')).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}');
    await expect(within(again).getByRole('option', { name: 'Côte d’Ivoire', selected: true })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect(within(again).getByRole('option', { name: 'United Kingdom' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect(args.onChange).toHaveBeenLastCalledWith('TH');
    await waitFor(() => expect(field).toHaveFocus());
  },
};

/** Announces that nothing was found. Escape keeps the chosen option. */
export const NothingFound: Story = {
  args: { value: 'SG' },
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByLabelText('Nationality');
    await userEvent.click(field);
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Search by name or code'), 'qqq{Enter}');
    await expect(within(dialog).getByRole('status')).toHaveTextContent('Nothing found. Try another name.');
    await expect(within(dialog).queryByRole('listbox')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(args.onChange).not.toHaveBeenCalled();
    await expect(field).toHaveTextContent('Singapore');
  },
};
