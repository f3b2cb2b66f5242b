import { SETTINGS_PAGES, settingsLabels } from '#contract/settings-labels.ts'
import { paths } from '../lib/paths.ts'

/** The pages under Settings, in the order of their links. */
export const settingsPages: readonly { path: string; label: string }[] = SETTINGS_PAGES.map((page) => ({
  path: paths[page],
  label: settingsLabels[page],
}))

/** The name of a page under Settings, in links and as its title. */
export function settingsLabel(path: string): string {
  return settingsPages.find((page) => page.path === path)?.label ?? 'Settings'
}
