import { createContext, use } from 'react'

/** What the tab's title says before the screen's name: how many tasks run or failed. */
export const TabPrefix = createContext('')

/** Names the tab after the screen. Each screen renders one. */
export function TabTitle({ screen }: { screen: string }) {
  const prefix = use(TabPrefix)
  return <title>{`${prefix}${screen} · Nano Sync`}</title>
}
