import { paths } from '../lib/paths.ts'

/** The pages under Settings, in the order of their links. The first one is all that the specification knows. */
export const settingsPages: readonly { path: string; label: string }[] = [
  { path: paths.settings, label: 'Schedule' },
  { path: paths.alertChannels, label: 'Alert channels' },
  { path: paths.googleSetup, label: 'Connect Google' },
  { path: paths.access, label: 'My Google access' },
  { path: paths.sessions, label: 'Active sessions' },
  { path: paths.apiTokens, label: 'API tokens' },
  { path: paths.activity, label: 'Activity' },
  { path: paths.trash, label: 'Trash' },
]

/** The name of a page under Settings, in links and as its title. */
export function settingsLabel(path: string): string {
  return settingsPages.find((page) => page.path === path)?.label ?? 'Settings'
}
