import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentProps } from 'react';
import { Profile } from '@wusd/web/features/identity/Profile.tsx';
import { expect } from 'storybook/test';
import { inColumn } from './column.tsx';

const mei: ComponentProps<typeof Profile>['profile'] = {
  userId: 'usr_01hqxyz0000000000000',
  username: 'mei@example.com',
  clientId: 'wusd-web',
  userStatus: 'active',
  email: 'mei@example.com',
  phoneNumber: '+6581234567',
  accountType: 'individual',
  identityStatus: 'verified',
  factors: [1, 2, 3],
  identity: {
    fullName: 'Mei Tan',
    gender: 'female',
    nationality: 'SG',
    residence: 'SG',
    idType: 'passport',
    idNumber: '•••••567A',
    residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
  },
};

const meta = {
  title: 'Patterns/Profile',
  decorators: [
    inColumn,
    (Story) => {
      const routeTree = createRootRoute({ component: Story });
      return <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />;
    },
  ],
  component: Profile,
  args: { profile: mei },
} satisfies Meta<typeof Profile>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Verified: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('m***@example.com')).toBeVisible();
    await expect(canvas.getByText('1 Raffles Place, Singapore 048616, Singapore')).toBeVisible();
  },
};
export const FailedThaiPhone: Story = {
  args: {
    profile: { ...mei, identityStatus: 'verification failed', identityReason: 'เอกสารหมดอายุแล้ว' },
  },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
};
export const CompanyChinese: Story = {
  args: {
    profile: {
      ...mei,
      accountType: 'corporate',
      identityStatus: 'pending verification',
      corporate: {
        corporateName: 'Harbour Trading Ltd',
        authorisedPerson: 'Mei Tan',
        placeOfIncorporation: 'HK',
        dateOfIncorporation: '2018-06-01',
        registeredAddress: '18 Harbour Road, Hong Kong',
        businessType: 'partnership',
      },
    },
  },
  globals: { language: 'zh_CN' },
};
