import { settingsGroups as groups, settingsLabels } from '#contract/settings-labels.ts'
import { paths } from '../lib/paths.ts'

interface PageLink {
  path: string
  label: string
}

/** The pages under Settings, in the groups and the order of their links. */
export const settingsGroups: readonly { label: string; pages: readonly PageLink[] }[] = groups.map(
  ({ label, pages }) => ({ label, pages: pages.map((page) => ({ path: paths[page], label: settingsLabels[page] })) }),
)

/** Finds the name of a page under Settings, for links and its title. */
export function settingsLabel(path: string): string {
  return settingsGroups.flatMap(({ pages }) => pages).find((page) => page.path === path)?.label ?? 'Settings'
}
