import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import classes from './theme.module.css'

const FONT = '"Inter Variable", system-ui, sans-serif'
const CLOSE_BUTTON = { 'aria-label': 'Close' }

/** Neutral grays, one indigo accent, small radii. Other colors are reserved for statuses. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  radius: { md: '6px' },
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "Liberation Mono", monospace',
  headings: { fontFamily: FONT, fontWeight: '600' },
  colors: {
    gray: [
      '#fafafa',
      '#f4f4f5',
      '#ededf0',
      '#e4e4e7',
      '#d8d8de',
      '#a1a1aa',
      '#71717a',
      '#56565f',
      '#3f3f46',
      '#18181b',
    ],
    dark: [
      '#f4f4f5',
      '#d4d4d8',
      '#a1a1aa',
      '#63636e',
      '#2b2b31',
      '#212125',
      '#161619',
      '#0c0c0e',
      '#09090b',
      '#050506',
    ],
  },
  // By name, without `Component.extend`: importing the components here would add them to the first script.
  components: {
    ActionIcon: { classNames: { root: classes.icon } },
    Badge: { defaultProps: { radius: 'sm' }, classNames: { root: classes.badge } },
    Button: { classNames: { root: classes.button } },
    Card: { defaultProps: { shadow: 'xs', radius: 8, withBorder: true } },
    Fieldset: { classNames: { root: classes.fieldset, legend: classes.legend } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: CLOSE_BUTTON,
        transitionProps: { duration: 120 },
        // A plain <header> here would be a second banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
      classNames: { title: classes.modalTitle, header: classes.modalSurface, content: classes.modalContent },
    },
  },
})

const NAMED_COLORS = ['red', 'orange', 'yellow', 'teal', 'blue', 'indigo', 'gray'] as const

/** Text on a light tint of the same color, dark enough for a contrast of 4.5. */
const TEXT_ON_TINT: Record<(typeof NAMED_COLORS)[number], string> = {
  red: '#b01e1e',
  orange: '#a63a06',
  yellow: '#7a4b00',
  teal: '#06694d',
  blue: 'var(--mantine-color-blue-9)',
  indigo: 'var(--mantine-color-indigo-9)',
  gray: '#56565f',
}

/** A background that gives white text a contrast of 4.5; Mantine's default has 3.8. */
const WHITE_ON_RED = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#ad2020' }

/** Text and tint colors that meet WCAG AA in both color schemes; Mantine's defaults do not. */
export const cssVariables: CSSVariablesResolver = () => {
  const light: Record<string, string> = {
    '--mantine-color-text': '#18181b',
    '--mantine-color-dimmed': '#5f5f68',
    '--mantine-color-placeholder': '#6b6b75',
    '--mantine-color-default-border': '#e0e0e5',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--mantine-color-error': '#c92a2a',
    ...WHITE_ON_RED,
    '--app-surface': '#ffffff',
    '--app-ground': '#f7f7f9',
  }
  const dark: Record<string, string> = {
    '--mantine-color-text': '#f4f4f5',
    '--mantine-color-dimmed': '#a1a1aa',
    '--mantine-color-placeholder': '#8e8e99',
    '--mantine-color-default-border': '#2b2b31',
    '--mantine-color-anchor': '#9db4ff',
    '--mantine-color-error': '#ff8787',
    ...WHITE_ON_RED,
    '--app-surface': '#161619',
    '--app-ground': '#0c0c0e',
  }
  for (const name of NAMED_COLORS) {
    light[`--mantine-color-${name}-light`] = tint(`${name}-6`, 10)
    light[`--mantine-color-${name}-light-hover`] = tint(`${name}-6`, 17)
    light[`--mantine-color-${name}-light-color`] = TEXT_ON_TINT[name]
    dark[`--mantine-color-${name}-light`] = tint(`${name}-5`, 15)
    dark[`--mantine-color-${name}-light-hover`] = tint(`${name}-5`, 24)
    dark[`--mantine-color-${name}-light-color`] = name === 'gray' ? '#b4b4bd' : `var(--mantine-color-${name}-3)`
  }
  return { variables: {}, light, dark }
}

function tint(color: string, percent: number): string {
  return `color-mix(in srgb, var(--mantine-color-${color}) ${percent}%, transparent)`
}
