import type { Theme } from '@cloudscape-design/components/theming';

/** The one accent colour, from its lightest to its darkest step. */
const ACCENT = {
  50: '#f6f4ff',
  100: '#ebe6ff',
  200: '#d9d0ff',
  300: '#c0b2ff',
  400: '#a593ff',
  500: '#7c5cff',
  600: '#5a35d6',
  700: '#4625ad',
  800: '#381d8a',
  900: '#2a1668',
  950: '#1d0f4a',
  1000: '#120930',
} as const;

const QUIET = { light: '#e9ebf0', dark: '#333b48' } as const;
const ON_QUIET = { light: '#424650', dark: '#c6c6cd' } as const;
const NONE = 'transparent';

/**
 * What our pages look like, as overrides of the design system's own tokens. Colour below priority 4 would be noise: grey
 * is for what may wait, amber and red are for what may not.
 */
export const THEME: Theme = {
  referenceTokens: { color: { primary: ACCENT } },
  tokens: {
    fontFamilyBase: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
    borderRadiusContainer: '12px',
    borderRadiusButton: '8px',
    colorBackgroundLayoutMain: { light: '#f6f6f9', dark: '#11151c' },
    colorBackgroundNotificationSeverityNeutral: QUIET,
    colorBackgroundNotificationSeverityLow: QUIET,
    colorBackgroundNotificationSeverityMedium: QUIET,
    colorBackgroundNotificationSeverityHigh: { light: '#ffd479', dark: '#f5b942' },
    colorBackgroundNotificationSeverityCritical: { light: '#c4281c', dark: '#ff8a80' },
    colorTextBadgeSeverityNeutral: ON_QUIET,
    colorTextBadgeSeverityLow: ON_QUIET,
    colorTextBadgeSeverityMedium: ON_QUIET,
    colorTextBadgeSeverityHigh: { light: '#3d2600', dark: '#2a1a00' },
    colorTextBadgeSeverityCritical: { light: '#ffffff', dark: '#3b0703' },
    colorBorderBadgeSeverityNeutral: NONE,
    colorBorderBadgeSeverityLow: NONE,
    colorBorderBadgeSeverityMedium: NONE,
  },
};

/** In the bar above all pages, buttons are quiet: what is to be done is below it. */
export const BAR_TOKENS = {
  colorBorderButtonNormalDefault: NONE,
  colorTextButtonNormalDefault: 'var(--text-quiet)',
} as const;

/**
 * The design system's tokens that our own drawings use, by the names our style sheet has for them. Its own names carry a
 * hash that changes with each release.
 */
export const SHARED_TOKENS = {
  '--accent': 'colorTextAccent',
  '--text': 'colorTextBodyDefault',
  '--text-quiet': 'colorTextBodySecondary',
  '--heading': 'colorTextHeadingDefault',
  '--page': 'colorBackgroundLayoutMain',
  '--surface': 'colorBackgroundContainerContent',
  '--line': 'colorBorderDividerDefault',
  '--line-faint': 'colorBorderDividerSecondary',
  '--good': 'colorTextStatusSuccess',
  '--bad': 'colorTextStatusError',
  '--warn': 'colorTextStatusWarning',
  '--mono': 'fontFamilyMonospace',
} as const;
