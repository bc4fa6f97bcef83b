import { addons } from 'storybook/manager-api';
import { themeOf } from './theme.ts';

// The frame follows the device's theme, like the product without a chosen theme.
addons.setConfig({ theme: themeOf(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') });
