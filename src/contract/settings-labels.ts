/** The names of the pages under Settings, in the order of their links. The first one is all that the specification knows. */
export const settingsLabels = {
  settings: 'Schedule',
  alertChannels: 'Alert channels',
  googleSetup: 'Connect Google',
  access: 'My Google access',
  sessions: 'Active sessions',
  apiTokens: 'API tokens',
  trash: 'Trash',
} as const
type SettingsPage = keyof typeof settingsLabels
export const SETTINGS_PAGES = Object.keys(settingsLabels) as SettingsPage[]

/** Where to find a page, in sentences: 'Settings › API tokens'. */
export function settingsPlace(page: SettingsPage): string {
  return `Settings › ${settingsLabels[page]}`
}
