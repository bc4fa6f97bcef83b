import { addons } from 'storybook/manager-api';
import { themeOf } from './theme.ts';

// The frame follows the device, as the product does where no theme was chosen.
addons.setConfig({ theme: themeOf(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') });
