import { createMemoryHistory } from '@tanstack/react-router';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { loadAuth } from '@wusd/web/shared/session/auth.ts';
import { createAppRouter } from '@wusd/web/app/router.tsx';
import { expect } from 'storybook/test';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Around', args: { at: '/404' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NotFound: Story = {
  play: sees(),
};

export const NotFoundThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

export const TermsOfUse: Story = {
  args: { at: '/protocol/term-of-use' },
  play: sees(),
};

export const PrivacyPolicyChineseDark: Story = {
  args: { at: '/protocol/privacy-policy' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(),
};

export const CookiePolicy: Story = {
  args: { at: '/protocol/cookie-policy' },
  play: sees(),
};

export const RiskDisclosurePhone: Story = {
  args: { at: '/protocol/risk-disclosure' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

export const Accessibility: Story = {
  args: { at: '/accessibility' },
  parameters: { isSignedIn: false },
  play: sees(/WCAG 2\.2/),
};

export const AccessibilityThaiPhone: Story = {
  args: { at: '/accessibility' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { isSignedIn: false },
  play: sees(/WCAG 2\.2/),
};

/** After signing in, a customer returns to the requested page, not to a page that was only preloaded on hover. */
export const LookingIsNoVisit: Story = {
  tags: ['!dev', '!autodocs'],
  parameters: { isSignedIn: false },
  play: async () => {
    const router = createAppRouter(createMemoryHistory({ initialEntries: ['/home'] }));
    const auth = await loadAuth();
    await router.preloadRoute({ to: '/fiat-deposit' });
    await expect(await auth.readLastPath()).toBeUndefined();
    await router.navigate({ to: '/fiat-deposit' });
    await expect(await auth.readLastPath()).toBe('/fiat-deposit');
    await auth.writeLastPath(undefined);
  },
};
