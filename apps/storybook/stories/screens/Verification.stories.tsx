import type { VerificationCase, VerificationRequirement } from '@wusd/api-sdk/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type { Answers } from '../../answers/contract.ts';
import { linaBut } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Verification', args: { at: '/account-info' } } satisfies Meta<
  typeof Screen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const at = '2026-11-25T08:05:00.000Z';
let number = 0;

/** A requirement. It has one file unless its status is needed. */
function requirement(
  kind: VerificationRequirement['kind'],
  status: VerificationRequirement['status'],
  reasonCode?: 'document-incomplete' | 'document-too-old',
): VerificationRequirement {
  number += 1;
  const document = {
    id: `vdc_01kaxd6p685vrfmw9r3e7mv${String(number).padStart(3, '0')}`,
    type: 'JPG' as const,
    size: 482_133,
    uploadedAt: at,
  };
  return {
    kind,
    status,
    documents: status === 'needed' ? [] : [{ ...document, status, ...(reasonCode && { reasonCode }) }],
  };
}

const individual: VerificationCase = {
  reference: 'usr_01kaxd6p685vrfmw9r3e7mvew4',
  status: 'pending verification',
  nextActor: 'customer',
  since: at,
  requirements: [
    requirement('identity-front', 'needed'),
    requirement('identity-back', 'needed'),
    requirement('residence', 'needed'),
  ],
  persons: [],
  limits: { filesEach: 3, persons: 0, ownerPercent: '25' },
};

/** Lina before her verification. */
const pending = (verification: VerificationCase): Answers => ({
  ...linaBut('getAuthUser', (user) => ({ ...user, identityStatus: 'pending verification' as const })),
  ...linaBut('getProfile', (profile) => ({ ...profile, identityStatus: 'pending verification' as const })),
  getVerification: verification,
});

const company: VerificationCase = {
  ...individual,
  requirements: [
    requirement('incorporation', 'uploaded'),
    requirement('partners', 'needed'),
    requirement('authority', 'uploaded'),
    requirement('address', 'rejected', 'document-too-old'),
  ],
  persons: [
    {
      id: 'vpr_01kaxd6p685vrfmw9r3e7mvew1',
      fullName: 'Mei Tan',
      roles: ['director', 'owner'],
      sharePercent: '60.5',
      dateOfBirth: '1984-02-29',
      residence: 'SG',
      status: 'uploaded',
      requirements: [requirement('identity', 'uploaded'), requirement('residence', 'needed')],
    },
    {
      id: 'vpr_01kaxd6p685vrfmw9r3e7mvew2',
      fullName: 'สมหญิง ใจดี',
      roles: ['director'],
      dateOfBirth: '1979-11-03',
      residence: 'TH',
      status: 'accepted',
      requirements: [requirement('identity', 'accepted'), requirement('residence', 'checking')],
    },
  ],
  limits: { ...individual.limits, persons: 20 },
};

const rejected: VerificationCase = {
  ...individual,
  requirements: [
    requirement('identity-front', 'rejected', 'document-incomplete'),
    requirement('identity-back', 'accepted'),
    requirement('residence', 'checking'),
  ],
};

export const Needed: Story = {
  parameters: { answers: pending(individual) },
  play: sees(/Documents we need/),
};

export const NeededPhone: Story = {
  parameters: { answers: pending(individual) },
  globals: { viewport: { value: 'phone' } },
  play: sees(/Documents we need/),
};

export const Uploading: Story = {
  parameters: {
    answers: {
      ...pending({
        ...individual,
        requirements: [requirement('identity-front', 'uploaded'), ...individual.requirements.slice(1)],
      }),
      uploadVerificationDocument: 'never',
    },
  },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await canvas.findByText('Documents we need', undefined, { timeout: 20_000 });
    const [, input] = await canvas.findAllByLabelText(/Back of your identity card/);
    await userEvent.upload(
      input ?? canvas.getByLabelText(/Back of your identity card/),
      new File(['%PDF-1.7'], 'card.pdf'),
    );
    await expect(await canvas.findByRole('button', { name: 'Cancel' })).toBeVisible();
  },
};

export const Rejected: Story = {
  parameters: { answers: pending(rejected) },
  play: sees(/A part is missing/),
};

export const RejectedThaiPhoneDark: Story = {
  parameters: { answers: pending(rejected) },
  globals: { language: 'th_TH', viewport: { value: 'phone' }, theme: 'dark' },
  play: sees(/เอกสารไม่ครบ/),
};

export const Checking: Story = {
  parameters: {
    answers: pending({
      ...individual,
      nextActor: 'Operations',
      requirements: individual.requirements.map(({ kind }) => requirement(kind, 'checking')),
    }),
  },
  play: sees(/We are checking/),
};

export const CheckingChinese: Story = {
  ...Checking,
  globals: { language: 'zh_CN' },
  play: sees(/我们正在审核/),
};

export const ReadyToSubmit: Story = {
  parameters: {
    answers: pending({
      ...individual,
      requirements: individual.requirements.map(({ kind }) => requirement(kind, 'uploaded')),
    }),
  },
  play: sees(/everything is uploaded/),
};

export const Company: Story = {
  parameters: { answers: pending(company) },
  play: sees(/Directors and owners/),
};

export const CompanyPhone: Story = {
  parameters: { answers: pending(company) },
  globals: { viewport: { value: 'phone' } },
  play: sees(/Directors and owners/),
};

export const CompanyPersonDialog: Story = {
  parameters: { answers: pending(company) },
  play: async (context) => {
    await sees(/Directors and owners/)(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Edit Mei Tan' }));
    await expect(await context.canvas.findByText('Owner of 60.5%', { exact: false })).toBeVisible();
  },
};

export const CompanyEmptyChineseDark: Story = {
  parameters: { answers: pending({ ...company, persons: [] }) },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/董事与持股人/),
};

export const Unavailable: Story = {
  parameters: {
    answers: { ...pending(individual), getVerification: { fails: 'SERVICE_UNAVAILABLE' } },
    isBroken: true,
  },
  play: sees(/can’t be shown now/),
};

export const Offline: Story = {
  parameters: { answers: pending(individual), isWithoutConnection: true },
  play: sees(/Connect to upload/),
};
