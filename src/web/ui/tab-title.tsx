import { createContext, use } from 'react'

/** Prefix of the tab title: the number of running tasks, or of errors. */
export const TabPrefix = createContext('')

/** Sets the title of the browser tab. Every screen renders it once. */
export function TabTitle({ screen }: { screen: string }) {
  const prefix = use(TabPrefix)
  return <title>{`${prefix}${screen} · Nano Sync`}</title>
}
