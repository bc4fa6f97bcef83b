import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { FileField, type FileFieldProps } from './index.js';

/** Stores the chosen files, like a form. */
function Kept(props: FileFieldProps) {
  const [files, setFiles] = useState(props.files);
  return (
    <FileField
      {...props}
      files={files}
      onAdd={(added) => setFiles([...files, ...added.map(({ name, size }) => ({ name, detail: `${size} B` }))])}
      onRemove={(index) => setFiles(files.filter((_, each) => each !== index))}
    />
  );
}

const meta = {
  title: 'Components/FileField',
  component: FileField,
  args: {
    label: 'Attachments (optional)',
    chooseLabel: 'Choose files',
    hint: 'Up to 2 files: JPG, PNG or PDF',
    accept: '.jpg,.png,.pdf',
    files: [],
    removeLabel: (name) => `Remove ${name}`,
    onAdd: () => {},
    onRemove: () => {},
  },
  render: (args) => <Kept {...args} />,
} satisfies Meta<typeof FileField>;
export default meta;
type Story = StoryObj<typeof meta>;

const photo = new File(['1234'], 'photo.jpg', { type: 'image/jpeg' });

export const Empty: Story = {
  play: async ({ canvas, userEvent }) => {
    const picker = canvas.getByLabelText(/Attachments/);
    await userEvent.upload(picker, photo);
    await expect(canvas.getByText('photo.jpg')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Remove photo.jpg' }));
    await expect(canvas.queryByText('photo.jpg')).toBeNull();
    // The button is removed, but focus is preserved.
    await expect(picker).toHaveFocus();
  },
};

/** A dropped file is added too. */
export const Dropped: Story = {
  play: async ({ canvas }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(photo);
    canvas
      .getByText('Choose files')
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    await expect(await canvas.findByText('photo.jpg')).toBeVisible();
  },
};

/** Each file shows its error. */
export const Refused: Story = {
  args: {
    error: 'Only 2 files can be attached',
    files: [
      { name: 'a-photo-with-a-name-that-goes-on-and-on-as-cameras-like-it.jpg', detail: '2.1 MB' },
      { name: 'video.mp4', detail: '48 MB', error: 'Not a JPG, PNG or PDF file. Choose another.' },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Remove video.mp4' })).toHaveAccessibleDescription(
      'Not a JPG, PNG or PDF file. Choose another.',
    );
  },
};
