/** Names of the pages under Settings. The specification has only the first page. */
export const settingsLabels = {
  settings: 'Schedule',
  alertChannels: 'Notifications',
  googleSetup: 'Connect Google',
  access: 'My Google access',
  sessions: 'Active sessions',
  apiTokens: 'API tokens',
  myAlerts: 'My alerts',
} as const
type SettingsPage = keyof typeof settingsLabels

interface SettingsGroup {
  readonly label: string
  /** In the order of their links. */
  readonly pages: readonly SettingsPage[]
}

/** Groups of pages: for everybody here, or for the signed-in person. */
export const settingsGroups: readonly SettingsGroup[] = [
  { label: 'This installation', pages: ['settings', 'alertChannels', 'googleSetup'] },
  { label: 'Mine', pages: ['access', 'sessions', 'apiTokens', 'myAlerts'] },
]

/** Where to find a page, in sentences: 'Settings › API tokens'. */
export function settingsPlace(page: SettingsPage): string {
  return `Settings › ${settingsLabels[page]}`
}
